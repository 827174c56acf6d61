//! The grammar of Hub: a command, then arguments `name` or `name=value`, with quotes around a value that contains spaces.

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubLine {
    /// The first word.
    pub command: String,
    /// The arguments: name and value.
    pub arguments: Vec<(String, Option<String>)>,
}

impl HubLine {
    /// Parses a line; `None` if it is blank. A quote that is not closed extends to the end of the line.
    pub fn parse(text: &str) -> Option<HubLine> {
        let mut rest = text.trim();
        let mut words = Vec::new();
        while !rest.is_empty() {
            let (mut word, mut quoted, mut end) = (String::new(), false, rest.len());
            let mut equals = None;
            for (at, c) in rest.char_indices() {
                match c {
                    '"' => quoted = !quoted,
                    c if c.is_whitespace() && !quoted => {
                        end = at;
                        break;
                    }
                    '=' if !quoted && equals.is_none() => equals = Some(std::mem::take(&mut word)),
                    c => word.push(c),
                }
            }
            words.push(match equals {
                Some(name) => (name, Some(word)),
                None => (word, None),
            });
            rest = rest.get(end..).unwrap_or_default().trim_start();
        }
        let mut words = words.into_iter();
        let (command, _) = words.next()?;
        Some(HubLine { command, arguments: words.collect() })
    }

    /// The value of an argument, empty if it has none; `None` if there is no such argument.
    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self.arguments.iter().rev().find(|(known, _)| known == name)?;
        Some(value.as_deref().unwrap_or_default())
    }
}

/// A value with quotes around it where it needs them. Hub has no escape for a quote, so `"` becomes `'`.
pub fn quoted(value: &str) -> String {
    let value = value.replace('"', "'");
    if value.is_empty() || value.contains(|c: char| c.is_whitespace() || c == '=') {
        format!("\"{}\"", value.replace(['\n', '\r'], " "))
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_may_be_quoted() {
        let line = HubLine::parse("  pos pos=Wbe moves=\"32-28  17x22\" start x=\"\" y=").unwrap();
        assert_eq!(line.command, "pos");
        assert_eq!(line.get("pos"), Some("Wbe"));
        assert_eq!(line.get("moves"), Some("32-28  17x22"));
        assert_eq!(
            (line.get("start"), line.get("x"), line.get("y"), line.get("z")),
            (Some(""), Some(""), Some(""), None)
        );
        assert_eq!(HubLine::parse(" \t"), None);
        assert_eq!(HubLine::parse("a b=\"c d").unwrap().get("b"), Some("c d"));
    }

    #[test]
    fn values_are_quoted_where_necessary() {
        assert_eq!(quoted("a"), "a");
        assert_eq!(quoted(""), "\"\"");
        assert_eq!(quoted("a b"), "\"a b\"");
        assert_eq!(quoted("a=\"b\""), "\"a='b'\"");
    }
}
