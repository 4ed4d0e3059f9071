//! The rulings that rules cite: every number leads to its place in `docs/rulings.md`.

use std::fmt::Write as _;
use std::path::Path;

use crate::repo;

/// Where they stand, and how the rule reference beside it names the file.
const PATH: &str = "docs/rulings.md";
const FILE: &str = "rulings.md";

/// The headings `### R-A13: Invalid UTF-8`.
#[derive(Debug)]
pub(crate) struct Rulings(Vec<Ruling>);

#[derive(Debug)]
struct Ruling {
    number: String,
    anchor: String,
}

impl Rulings {
    pub(crate) fn load(root: &Path) -> Result<Self, String> {
        Ok(Self::read(&repo::read_text(&root.join(PATH))?))
    }

    fn read(text: &str) -> Self {
        let headings = text.lines().filter_map(|line| line.strip_prefix("### "));
        let ruling = |heading: &str| {
            let number = heading.split_once(':')?.0.to_owned();
            Some(Ruling { number, anchor: anchor(heading) })
        };
        Self(headings.filter_map(ruling).collect())
    }

    /// The citation with a link at every number in it; fails where one has no heading.
    pub(crate) fn linked(&self, cites: &str) -> Result<String, String> {
        let mut text = String::new();
        for part in cites.split_inclusive([',', ';', ' ']) {
            let number = part.trim_end_matches([',', ';', ' ']);
            if is_number(number) {
                let known = self.0.iter().find(|ruling| ruling.number == number);
                let ruling = known.ok_or_else(|| format!("{number} is cited, but {PATH} has no heading for it"))?;
                let behind = part.strip_prefix(number).unwrap_or_default();
                let _ = write!(text, "[{number}]({FILE}#{}){behind}", ruling.anchor);
            } else {
                text += part;
            }
        }
        Ok(text)
    }
}

/// Whether it is `R-`, the letter of a protocol, and digits.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix("R-").and_then(|rest| rest.strip_prefix(|letter: char| letter.is_ascii_uppercase()));
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The anchor that renderers of Markdown give to a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|character| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_'));
    kept.map(|character| if character == ' ' { '-' } else { character.to_ascii_lowercase() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::KINDS;

    #[test]
    fn a_citation_leads_to_its_heading() {
        let rulings = Rulings::read("# Rulings\n\n### R-A1: Five outcomes\n\n### R-C13: Parts, merged\n");
        assert_eq!(
            rulings.linked("R-C13, R-A1; Phase 4").unwrap(),
            "[R-C13](rulings.md#r-c13-parts-merged), [R-A1](rulings.md#r-a1-five-outcomes); Phase 4"
        );
        assert_eq!(rulings.linked("section 4.4, R-and-D").unwrap(), "section 4.4, R-and-D");
        assert!(rulings.linked("R-A2").unwrap_err().contains("R-A2"));
    }

    #[test]
    fn every_ruling_that_fixtures_must_name_is_written_down() {
        let rulings = Rulings::load(&repo::root()).unwrap();
        for ruling in KINDS.iter().flat_map(|kind| kind.rulings) {
            rulings.linked(ruling).unwrap_or_else(|message| panic!("{message}"));
        }
    }
}
