//! A JSON Schema set against the exact reading of the same protocol: on documents as they are, on documents changed at
//! random, and with the schema weakened, which must be seen.
//!
//! The schema comes in as a function that says whether it accepts a document, so that nothing here knows a validator.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::{Map, Value};

use super::agree::exact;
use super::mutate::Dice;
use crate::Envelope;

/// A document with the name under which it is told; most often an input among the fixtures.
pub type Document = (PathBuf, Vec<u8>);

/// How many documents are rolled for each one that is compared, at most: the others are known differences or no objects.
const MOST_ROLLS: usize = 5;
/// Each of the two verdicts is to make up this part of what is compared.
const PART_OF_EACH: usize = 8;
/// In how many ways documents are to be changed.
const LEAST_WAYS: usize = 7;

/// The two judges of a document, which must agree.
///
/// ```
/// use envelope_core::conformance::Judges;
/// let has_status = |bytes: &[u8]| Some(bytes.windows(6).any(|word| word == b"status"));
/// let judges = Judges::new(has_status, |document: &serde_json::Value| document.get("status").is_some());
/// judges.assert_alike(&[("a".into(), b"{\"status\":1}".to_vec()), ("b".into(), b"{}".to_vec())], 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Judges<R, S> {
    reading: R,
    schema: S,
}

impl<S: Fn(&Value) -> bool> Judges<fn(&[u8]) -> Option<bool>, S> {
    /// The exact reading of a protocol and its schema.
    pub fn exact<E: Envelope>(schema: S) -> Self {
        Self { reading: |bytes| exact::<E>(bytes).accepts(), schema }
    }
}

impl<R: Fn(&[u8]) -> Option<bool>, S: Fn(&Value) -> bool> Judges<R, S> {
    /// A reading of one's own, which says nothing where it is not to be compared, and a schema.
    pub const fn new(reading: R, schema: S) -> Self {
        Self { reading, schema }
    }

    /// Checks that both judge all documents alike; what is no JSON object or a known difference does not count.
    ///
    /// # Panics
    ///
    /// On the first document that they judge differently, and where fewer than `least` could be compared.
    #[track_caller]
    pub fn assert_alike(&self, documents: &[Document], least: usize) {
        let mut compared = 0;
        for (name, bytes) in documents {
            if let Some(verdicts) = self.verdicts(bytes) {
                verdicts.assert_alike(&name.display());
                compared += 1;
            }
        }
        assert!(compared >= least, "only {compared} documents could be compared");
    }

    /// Checks that both judge documents alike that are changed at random, until so many are compared. `change` changes
    /// one thing and says how; most often it is [`mutate`](super::mutate) with the names and values of the protocol.
    ///
    /// # Panics
    ///
    /// On the first document that they judge differently; and where the documents try little: too many are known
    /// differences, a verdict is rare, the ways of changing are few.
    #[track_caller]
    pub fn assert_alike_changed(
        &self,
        seeds: &[Value],
        mut change: impl FnMut(&mut Value, &mut Dice) -> &'static str,
        compared: usize,
    ) {
        let mut dice = Dice::new(20_261_116);
        let (mut ways, mut counts) = (BTreeSet::new(), BTreeMap::from([(false, 0_usize), (true, 0)]));
        let mut rolled = 0;
        while counts.values().sum::<usize>() < compared {
            rolled += 1;
            assert!(rolled <= compared.saturating_mul(MOST_ROLLS), "too many documents are not compared: {counts:?}");
            let Some(mut document) = seeds.get(dice.roll(seeds.len())).cloned() else { continue };
            for _ in 0..=dice.roll(2) {
                ways.insert(change(&mut document, &mut dice));
            }
            let text = document.to_string();
            if let Some(verdicts) = self.verdicts(text.as_bytes()) {
                verdicts.assert_alike(&text);
                *counts.entry(verdicts.reading).or_default() += 1;
            }
        }
        assert!(counts.values().all(|count| *count > compared / PART_OF_EACH), "both verdicts are tried: {counts:?}");
        assert!(ways.len() >= LEAST_WAYS, "documents are changed in many ways: {ways:?}");
    }

    /// What both say of a document; nothing where it is no JSON object or not to be compared.
    fn verdicts(&self, bytes: &[u8]) -> Option<Verdicts> {
        let document = serde_json::from_slice::<Map<String, Value>>(bytes).ok().map(Value::Object)?;
        let reading = (self.reading)(bytes)?;
        Some(Verdicts { reading, schema: (self.schema)(&document) })
    }
}

/// A control of the comparison: without any one of these keywords, each given by the place it stands at and its name, the
/// schema would judge some document unlike the exact reading. `compile` makes a judge of a schema.
///
/// # Panics
///
/// Where the schema has no such keyword, and on the first that nobody would miss.
#[track_caller]
pub fn assert_keywords_count<E: Envelope, S: Fn(&Value) -> bool>(
    schema: &Value,
    keywords: &[(&str, &str)],
    documents: &[Document],
    compile: impl Fn(&Value) -> S,
) {
    for (place, keyword) in keywords {
        let mut weak = schema.clone();
        let at = weak.pointer_mut(place).and_then(Value::as_object_mut);
        assert!(at.is_some_and(|at| at.shift_remove(*keyword).is_some()), "`{place}` has no `{keyword}`");
        let judges = Judges::exact::<E>(compile(&weak));
        let mut verdicts = documents.iter().filter_map(|(_, bytes)| judges.verdicts(bytes));
        assert!(verdicts.any(|verdicts| !verdicts.are_alike()), "nobody notices that `{place}` has no `{keyword}`");
    }
}

/// Whether each judge accepts a document.
#[derive(Clone, Copy, Debug)]
struct Verdicts {
    reading: bool,
    schema: bool,
}

impl Verdicts {
    const fn are_alike(self) -> bool {
        self.reading == self.schema
    }

    #[track_caller]
    fn assert_alike(self, document: &dyn std::fmt::Display) {
        assert!(self.are_alike(), "{self:?}: {document}");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::conformance::{edges, mutate};

    type Judge = Judges<fn(&[u8]) -> Option<bool>, fn(&Value) -> bool>;

    fn has_status(bytes: &[u8]) -> Option<bool> {
        let document: Value = serde_json::from_slice(bytes).ok()?;
        document.get("known").is_none().then(|| document.get("status").is_some_and(Value::is_string))
    }

    fn strict() -> Judge {
        Judges::new(has_status, |document| document.get("status").is_some_and(Value::is_string))
    }

    fn lax() -> Judge {
        Judges::new(has_status, |document| document.get("status").is_some())
    }

    fn documents(texts: &[&str]) -> Vec<Document> {
        texts.iter().map(|text| (PathBuf::from(*text), text.as_bytes().to_vec())).collect()
    }

    fn change(document: &mut Value, dice: &mut Dice) -> &'static str {
        mutate(document, &["status", "other"], &edges(), dice)
    }

    fn seeds() -> [Value; 2] {
        [json!({"status": "done", "items": [1, "two"]}), json!({"status": 1, "more": {"status": "x"}})]
    }

    #[test]
    fn judges_that_agree_pass() {
        let documents = documents(&[r#"{"status":"a"}"#, "{}", "[]", "no JSON", r#"{"known":1}"#]);
        strict().assert_alike(&documents, 2);
        strict().assert_alike_changed(&seeds(), change, 500);
    }

    #[test]
    #[should_panic(expected = "only 2 documents")]
    fn what_is_no_object_or_known_does_not_count() {
        strict().assert_alike(&documents(&[r#"{"status":"a"}"#, "{}", "[]", "no JSON", r#"{"known":1}"#]), 3);
    }

    #[test]
    #[should_panic(expected = r#"schema: true }: {"status":1}"#)]
    fn a_document_judged_differently_is_named() {
        lax().assert_alike(&documents(&["{}", r#"{"status":1}"#]), 1);
    }

    #[test]
    #[should_panic(expected = "reading: false, schema: true")]
    fn a_changed_document_judged_differently_is_found() {
        lax().assert_alike_changed(&seeds(), change, 500);
    }

    #[test]
    #[should_panic(expected = "too many documents are not compared")]
    fn documents_that_are_all_known_differences_try_nothing() {
        strict().assert_alike_changed(&[json!({"known": 1})], |_, _| "nothing", 10);
    }

    #[test]
    #[should_panic(expected = "too many documents are not compared")]
    fn no_documents_try_nothing() {
        strict().assert_alike_changed(&[], change, 10);
    }

    #[test]
    #[should_panic(expected = "both verdicts are tried")]
    fn one_verdict_alone_tries_half() {
        strict().assert_alike_changed(&[json!({"status": "a"})], |_, _| "nothing", 10);
    }

    #[test]
    #[should_panic(expected = "documents are changed in many ways")]
    fn one_way_of_changing_tries_little() {
        let replace = |document: &mut Value, dice: &mut Dice| {
            document["status"] = if dice.roll(2) == 0 { json!("a") } else { json!(1) };
            "replaced"
        };
        strict().assert_alike_changed(&seeds(), replace, 100);
    }
}
