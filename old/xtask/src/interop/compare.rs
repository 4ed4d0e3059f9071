//! Whether the judges agree, but for differences that are known by name.

use std::collections::{BTreeMap, BTreeSet};

use envelope_core::conformance::agree::{Exact, KNOWN};

use super::documents::Document;
use super::judges::Said;

/// A difference in how JSON itself is read, before any schema is asked.
struct Difference {
    name: &'static str,
    #[expect(dead_code, reason = "it is there for who reads this list")]
    reason: &'static str,
    applies: fn(&str) -> bool,
    /// Whether what was said differs only in what the difference is about.
    excuses: fn(&Said) -> bool,
}

/// Where the programs read the same bytes as different values.
static PARSE_LAYER: &[Difference] = &[
    Difference {
        name: "lone surrogate",
        reason: "a Rust string cannot hold half a pair, so the crate and our reading refuse it; JavaScript and Python \
                 keep it",
        applies: |text| has_lone_surrogate(text),
        excuses: |said| said.ajv == said.python && ours(said).is_none(),
    },
    Difference {
        name: "number beyond a double",
        reason: "serde_json refuses it, JavaScript and Python read an infinity, which ajv does not take for a number",
        applies: |text| text.contains("1e999"),
        excuses: |said| !said.rust.valid && ours(said).is_none(),
    },
    Difference {
        name: "line break at the end",
        reason: "in Python `$` also matches before a last line break, so an anchored pattern takes it",
        applies: |text| text.contains("\\n\""),
        excuses: |said| said.ajv == said.rust && ours(said).is_none(),
    },
    Difference {
        name: "nested too deep",
        reason: "serde_json stops at 128 levels and Python at its recursion limit; JavaScript goes on",
        applies: |text| deepest(text) >= 128,
        excuses: |_| true,
    },
    Difference {
        name: "byte order mark",
        reason: "RFC 8259 lets a reader refuse it, as all three validators' readers do; ours reads through it with a note",
        applies: |text| text.starts_with('\u{feff}'),
        excuses: |said| engines(said).is_none() && !said.rust.valid,
    },
];

/// The difference that shows in this text, if one does.
pub(crate) fn parse_layer(text: &str) -> Option<&'static str> {
    difference(text).map(|difference| difference.name)
}

fn difference(text: &str) -> Option<&'static Difference> {
    PARSE_LAYER.iter().find(|difference| (difference.applies)(text))
}

/// How many documents were compared, and what differed.
#[derive(Debug, Default)]
pub(crate) struct Agreement {
    /// Documents on which all judges that were asked agree.
    pub(crate) agreed: usize,
    /// Of those the valid ones.
    pub(crate) valid: usize,
    /// Documents left out of account, by the name of the difference.
    pub(crate) known: BTreeMap<&'static str, usize>,
    /// Disagreements, in words.
    pub(crate) wrong: Vec<String>,
}

/// Compares what was said of each document.
pub(crate) fn compare(documents: &[Document], said: &[Said]) -> Agreement {
    let mut agreement = Agreement::default();
    for (document, said) in documents.iter().zip(said) {
        let text = String::from_utf8_lossy(&document.bytes);
        let problem = engines(said).or_else(|| ours(said));
        if let Some(known) = problem.as_ref().and_then(|_| difference(&text)).filter(|known| (known.excuses)(said)) {
            *agreement.known.entry(known.name).or_default() += 1;
            continue;
        }
        if let Some(problem) = problem {
            let shown: String = text.chars().take(400).collect();
            agreement.wrong.push(format!("{} ({}): {problem}\n  {shown}", document.id, document.profile.name()));
            continue;
        }
        if let Some(Exact::Known(rule)) = said.ours {
            *agreement.known.entry(rule).or_default() += 1;
            continue;
        }
        agreement.agreed += 1;
        agreement.valid += usize::from(said.rust.valid);
    }
    agreement
}

impl Agreement {
    /// A name on a list that nothing shows is a licence to differ for no reason.
    pub(crate) fn unused(&self) -> Vec<&'static str> {
        let names = PARSE_LAYER.iter().map(|difference| difference.name).chain(KNOWN.iter().map(|(rule, _)| *rule));
        names.filter(|name| !self.known.contains_key(name)).collect()
    }
}

/// The three validators: the same verdict, the same errors.
fn engines(said: &Said) -> Option<String> {
    let all = [("ajv", &said.ajv), ("Python jsonschema", &said.python), ("jsonschema crate", &said.rust)];
    let [(_, first), ..] = all;
    if all.iter().all(|(_, verdict)| *verdict == first) {
        return None;
    }
    let told = all.map(|(name, verdict)| {
        let errors: BTreeSet<&str> = verdict.errors.iter().map(String::as_str).collect();
        format!("{name}: {}", if verdict.valid { "valid".to_owned() } else { format!("{errors:?}") })
    });
    Some(format!("the validators differ:\n  {}", told.join("\n  ")))
}

fn ours(said: &Said) -> Option<String> {
    let accepted = match said.ours? {
        Exact::Accepts => true,
        Exact::Refuses => false,
        Exact::Known(_) => return None,
    };
    let verb = |yes: bool| if yes { "accepts" } else { "refuses" };
    (accepted != said.rust.valid).then(|| {
        let errors = &said.rust.errors;
        format!("our reading {} what the schema {} {errors:?}", verb(accepted), verb(said.rust.valid))
    })
}

/// An escape of half a pair without its other half.
fn has_lone_surrogate(text: &str) -> bool {
    let unit = |at: usize| {
        let digits = text.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut at = 0;
    while let Some(found) = text.get(at..).and_then(|rest| rest.find("\\u")) {
        let here = at + found;
        at = here + 2;
        match unit(here) {
            Some(0xD800..=0xDBFF) if matches!(unit(here + 6), Some(0xDC00..=0xDFFF)) => at = here + 12,
            Some(0xD800..=0xDFFF) => return true,
            _ => {}
        }
    }
    false
}

fn deepest(text: &str) -> usize {
    let (mut depth, mut deepest) = (0_usize, 0);
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}
