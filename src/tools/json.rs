//! JSON forms that several tools share, for `serialize_with`.

use crate::games::{Ending, Side};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A side in lower case.
pub const fn side_name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// `"white"` or `"black"`.
pub fn side<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    side_name(*side).serialize(serializer)
}

/// Null, or an object with `winner` (null for a draw) and `reason`.
pub fn ending<S: Serializer>(ending: &Option<Ending>, serializer: S) -> Result<S::Ok, S::Error> {
    let Some(ending) = ending else { return serializer.serialize_none() };
    let mut map = serializer.serialize_map(Some(2))?;
    map.serialize_entry("winner", &ending.winner.map(side_name))?;
    map.serialize_entry("reason", ending.reason.text())?;
    map.end()
}
