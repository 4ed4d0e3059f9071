//! Where a finding stands, as far as its words tell: a file with lines, or a name.

use serde_json::{Map, Value, json};

use super::sarif::uri;

/// A location as agents write it, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// All of it, without the lines.
    name: String,
    /// The file that it names first.
    file: Option<String>,
    lines: Option<(u32, u32)>,
}

impl Place {
    /// `src/a.rs:12-40`, `src/a.rs:12`, `src/a.rs#L12-L40`, `src/a.rs, chapter 2`, or any words.
    pub(crate) fn read(text: &str) -> Self {
        let plain = text.trim().trim_matches('`').trim();
        let split = plain.rsplit_once("#L").or_else(|| plain.rsplit_once(':'));
        let read = split.and_then(|(name, lines)| lines_of(lines).map(|lines| (name, lines)));
        let first = plain.split([' ', ',', '#']).next().unwrap_or(plain).trim_end_matches([':', '`']);
        match read {
            Some((name, lines)) if is_file(name) => {
                Self { name: name.to_owned(), file: Some(name.to_owned()), lines: Some(lines) }
            }
            _ => Self { name: plain.to_owned(), file: is_file(first).then(|| first.to_owned()), lines: None },
        }
    }

    /// Without the lines.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The file that it names.
    pub(crate) fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// As a location of SARIF.
    pub(crate) fn location(&self) -> Value {
        self.location_or_in(None)
    }

    /// The same; where no file is named, in this one.
    pub(crate) fn location_or_in(&self, reporter: Option<&str>) -> Value {
        let mut location = Map::new();
        if let Some(file) = self.file().or(reporter) {
            let region = self.lines.map(|(start, end)| json!({"startLine": start, "endLine": end}));
            let mut place = Map::from_iter([("artifactLocation".to_owned(), json!({"uri": uri(file)}))]);
            place.extend(region.map(|region| ("region".to_owned(), region)));
            location.insert("physicalLocation".to_owned(), Value::Object(place));
        }
        if !self.name.is_empty() && self.file.as_ref() != Some(&self.name) {
            location.insert("logicalLocations".to_owned(), json!([{"fullyQualifiedName": self.name}]));
        }
        Value::Object(location)
    }
}

/// `12`, `12-40` or `12-L40`, from 1 and in order.
fn lines_of(text: &str) -> Option<(u32, u32)> {
    let (start, end) = text.split_once('-').unwrap_or((text, text));
    let (start, end) = (start.parse().ok()?, end.trim_start_matches('L').parse().ok()?);
    (1 <= start && start <= end).then_some((start, end))
}

/// A relative path whose last part has an extension.
fn is_file(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    let extension = last.rsplit_once('.').is_some_and(|(stem, end)| {
        !stem.is_empty() && (1..=8).contains(&end.len()) && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    extension && !name.starts_with('/') && !name.contains("://") && !name.contains([',', '\\', '\n'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, name: &str, file: Option<&str>, lines: Option<(u32, u32)>) {
        assert_eq!(Place::read(text), Place { name: name.to_owned(), file: file.map(str::to_owned), lines });
    }

    #[test]
    fn places_are_taken_apart() {
        check("src/a.rs:12-40", "src/a.rs", Some("src/a.rs"), Some((12, 40)));
        check("`src/a.rs:12`", "src/a.rs", Some("src/a.rs"), Some((12, 12)));
        check("src/a.rs#L12-L40", "src/a.rs", Some("src/a.rs"), Some((12, 40)));
        check("plan.md, Deadlines: 3", "plan.md, Deadlines: 3", Some("plan.md"), None);
        check("tides.md S2", "tides.md S2", Some("tides.md"), None);
        check("Section 4:2", "Section 4:2", None, None);
        for words in ["the second chapter", "/etc/passwd.txt", "https://a.example/x.md", "src/a.rs:40-12", "src/a.rs:0"]
        {
            check(words, words, None, None);
        }
    }

    #[test]
    fn a_place_says_all_it_knows() {
        let location = Place::read("plan.md, Deadlines").location();
        assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "plan.md");
        assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], "plan.md, Deadlines");
        assert_eq!(Place::read("a.rs:3").location()["physicalLocation"]["region"]["startLine"], 3);
        assert!(Place::read("chapter two").location().get("physicalLocation").is_none());
        let location = Place::read("chapter two").location_or_in(Some("reports/a.md"));
        assert_eq!(location["physicalLocation"]["artifactLocation"]["uri"], "reports/a.md");
        assert_eq!(location["logicalLocations"][0]["fullyQualifiedName"], "chapter two");
        assert!(Place::default().location_or_in(Some("a.md")).get("logicalLocations").is_none());
    }
}
