//! Where a finding stands, as far as its words tell: a file with lines, or a name.

use serde_json::{Map, Value, json};

use super::log::{uri, uri_as_written};
use super::words::{Lines, Words, spaced};

/// A location as agents write it, taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// All of it.
    text: String,
    /// The same without the lines, so that it stays itself when lines move.
    name: String,
    /// The file that it names first.
    file: Option<String>,
    lines: Option<Lines>,
}

impl Place {
    /// `src/a.rs:12-40`, `src/a.rs:12:5`, `src/a.rs#L12-L40`, `src/a.rs (lines 12-40)`, `src/a.rs line 7`,
    /// `src/a.rs:12, src/b.rs:40` (the first counts), `src/a.rs, chapter 2`, or any words.
    pub(crate) fn read(text: &str) -> Self {
        let mut plain = text.replace('`', "");
        // Bold, unless it is a pattern such as `**/a.rs`.
        if plain.trim_start().starts_with("**") && !plain.contains("**/") {
            plain = plain.replace("**", "");
        }
        let plain = plain.trim();
        if ["-", "–", "—"].contains(&plain) {
            return Self::default();
        }
        let words = Words::read(plain);
        let (file, lines) = match words.file {
            Some(file) => (Some(file), words.lines),
            None => spaced(plain).map_or((None, None), |(file, lines)| (Some(file), lines)),
        };
        let name = match &file {
            Some(file) if words.name.is_empty() || spaced(plain).is_some_and(|(name, _)| name == *file) => file.clone(),
            _ => words.name,
        };
        Self { text: plain.to_owned(), name, file, lines }
    }

    /// Without the lines.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether it says nothing at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
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
        if let Some(uri) = self.file().map(uri_as_written).or(reporter.map(uri)) {
            let mut place = Map::from_iter([("artifactLocation".to_owned(), json!({"uri": uri}))]);
            place.extend(self.lines.map(|lines| ("region".to_owned(), region(lines))));
            location.insert("physicalLocation".to_owned(), Value::Object(place));
        }
        if !self.is_empty() && self.file.as_ref() != Some(&self.name) {
            location.insert("logicalLocations".to_owned(), json!([{"fullyQualifiedName": self.text}]));
        }
        Value::Object(location)
    }
}

fn region(Lines { first, last, column }: Lines) -> Value {
    match column {
        Some(column) => json!({"startLine": first, "startColumn": column, "endLine": last}),
        None => json!({"startLine": first, "endLine": last}),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, name: &str, file: Option<&str>, lines: Option<(u32, u32)>) {
        let place = Place::read(text);
        let found = place.lines.map(|lines| (lines.first, lines.last));
        assert_eq!((place.name(), place.file(), found), (name, file, lines), "{text}");
    }

    #[test]
    fn columns_and_encoded_names() {
        let place = |text: &str| Place::read(text).location()["physicalLocation"].clone();
        let region = json!({"startLine": 12, "startColumn": 5, "endLine": 12});
        for text in ["src/a.rs:12:5", "src/a b.rs:12:5", "src/a.rs:12:5-9"] {
            assert_eq!(place(text)["region"], region, "{text}");
        }
        assert_eq!(place("src/a.rs:12:5-40:8")["region"], json!({"startLine": 12, "startColumn": 5, "endLine": 40}));
        assert_eq!(place("src/a.rs:12:0")["region"], json!({"startLine": 12, "endLine": 12}));
        let uri = |text: &str| place(text)["artifactLocation"]["uri"].clone();
        assert_eq!(uri("src/a%20b.rs:3"), "src/a%20b.rs", "encoded already");
        assert_eq!(uri("src/a b.rs:3"), "src/a%20b.rs");
        assert_eq!(uri("src/100%.rs:3"), "src/100%25.rs");
    }

    #[test]
    fn files_with_lines() {
        let forms = [
            ("src/a.rs:12-40", (12, 40)),
            ("src/a.rs:12–40", (12, 40)),
            ("`src/a.rs:12`", (12, 12)),
            ("`src/a.rs`:12", (12, 12)),
            ("**src/a.rs**:12", (12, 12)),
            ("src/a.rs:12:5", (12, 12)),
            ("src/a.rs:12:5-40:8", (12, 40)),
            ("src/a.rs:12:5-9", (12, 12)),
            ("src/a.rs:L12-L40", (12, 40)),
            ("src/a.rs#L12-L40", (12, 40)),
            ("src/a.rs#L12", (12, 12)),
            ("src/a.rs (lines 12-40)", (12, 40)),
            ("src/a.rs (L12-L40)", (12, 40)),
            ("src/a.rs, lines 12 to 40", (12, 40)),
            ("src/a.rs line 7", (7, 7)),
            ("src/a.rs at line 7", (7, 7)),
            ("src/a.rs: line 7", (7, 7)),
            ("src/a.rs:12, 40", (12, 12)),
            ("repo://src/a.rs:12", (12, 12)),
            ("./src/a.rs:12", (12, 12)),
        ];
        for (text, lines) in forms {
            check(text, "src/a.rs", Some("src/a.rs"), Some(lines));
        }
        check("Makefile:12", "Makefile", Some("Makefile"), Some((12, 12)));
        check("deploy/LICENSE:3", "deploy/LICENSE", Some("deploy/LICENSE"), Some((3, 3)));
        check(".gitignore:3", ".gitignore", Some(".gitignore"), Some((3, 3)));
        check("src/a b.rs:12:5", "src/a b.rs", Some("src/a b.rs"), Some((12, 12)));
        check("docs/my notes.md:3", "docs/my notes.md", Some("docs/my notes.md"), Some((3, 3)));
        check("src/g.rs:12, src/h.rs:40", "src/g.rs, src/h.rs", Some("src/g.rs"), Some((12, 12)));
        check("src/g.rs, src/h.rs:40", "src/g.rs, src/h.rs", Some("src/g.rs"), None);
    }

    #[test]
    fn files_with_words() {
        check("plan.md, Deadlines: 3", "plan.md, Deadlines: 3", Some("plan.md"), None);
        check("tides.md S2", "tides.md S2", Some("tides.md"), None);
        check("plan.md#deadlines", "plan.md#deadlines", Some("plan.md"), None);
        check("tests/t.py::test_x", "tests/t.py::test_x", Some("tests/t.py"), None);
        check("src/a.rs:12 in read()", "src/a.rs in read()", Some("src/a.rs"), Some((12, 12)));
        for no_lines in
            ["src/a.rs:40-12", "src/a.rs:0", "src/a.rs:99999999999", "src/a.rs, lines 9 to 3", "src/a b.rs:0"]
        {
            let file = no_lines.split([':', ',']).next();
            check(no_lines, file.unwrap(), file, None);
        }
    }

    #[test]
    fn no_file_is_made_up() {
        let none = [
            "the second chapter",
            "/etc/passwd.txt",
            "https://a.example/x.md",
            "Section 4:2",
            "v1.2",
            "v1.2 of the plan",
            "4.2a",
            "C:/a.rs:3",
            "C:\\a.rs:3",
            "../a.rs:3",
            "src/../../a.rs:3",
            "see the a.md",
            ".NET 8",
            "BUILD phase",
            "e.g. the first",
            "and/or:3",
            "src/*.rs",
            "**/a.rs",
        ];
        for words in none {
            check(words, words, None, None);
        }
        check("chapter two, line 7", "chapter two", None, None);
        assert_eq!(Place::read("-"), Place::default());
        assert!(Place::read("src/b/../a.rs:3").file().is_some());
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
