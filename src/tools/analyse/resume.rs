//! The results of an analysis that was interrupted.

use super::AnalysisConfig;
use super::result::AnalysisResult;
use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Results that are already known: those of the first tasks of the input.
#[derive(Clone, Debug, Default)]
pub struct KnownResults {
    /// How many there are.
    pub count: usize,
    /// A hash of the files, lines and ids of all of them.
    places: u64,
    /// The last one whole, to be compared with what the present settings give.
    pub last: Option<Value>,
}

impl KnownResults {
    /// Adds the place of the next result.
    pub fn add(&mut self, file: Option<&str>, line: usize, id: Option<&str>) {
        let mut hasher = DefaultHasher::new();
        (self.places, file, line, id).hash(&mut hasher);
        self.places = hasher.finish();
        self.count += 1;
    }

    /// Whether the results are at the same places.
    pub(super) fn same_places(&self, other: &KnownResults) -> bool {
        (self.count, self.places) == (other.count, other.places)
    }

    /// The last result, if the same settings give it again. So it shows whether the settings are the same.
    pub(super) fn repeatable(&self, config: &AnalysisConfig) -> Option<&Value> {
        self.last.as_ref().filter(|_| config.limits.deadlines.is_none() && config.threads == 1)
    }
}

/// Whether a result is one that is known, but for the time it took.
pub(super) fn is_same(result: &AnalysisResult, known: &Value) -> bool {
    let without_time = |mut value: Value| {
        if let Some(object) = value.as_object_mut() {
            object.remove("time_ms");
        }
        value
    };
    // As text, since numbers are rounded there.
    let text = serde_json::to_string(result).unwrap_or_default();
    serde_json::from_str(&text).is_ok_and(|result: Value| without_time(result) == without_time(known.clone()))
}
