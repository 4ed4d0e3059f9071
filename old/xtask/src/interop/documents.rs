//! What is judged: every fixture, thousands of documents made from them by dice that always fall alike, and the
//! accepted ones as an agent would write them to the narrowed schema.

use std::collections::BTreeSet;
use std::path::Path;

use envelope_core::conformance::{Dice, mutate};
use serde_json::{Map, Value, json};

use super::narrow;
use crate::fixtures::{Folder, cases};
use crate::kind::Kind;
use crate::schemas::{Profile, published};

/// Mutated documents of each kind and as many of each narrowed one: beyond ten thousand in all.
const MUTANTS: usize = 1_000;
const SEED: u64 = 20_261_116;

/// Where a document comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// A valid fixture, or one filled to the narrowed schema, or that stripped again: every schema accepts it.
    Valid,
    /// Any other fixture.
    Fixture,
    /// Made by the dice.
    Mutant,
}

/// One document and the schema that judges it.
#[derive(Debug)]
pub(crate) struct Document {
    /// Where it comes from, for messages.
    pub(crate) id: String,
    /// Its kind.
    pub(crate) kind: &'static str,
    /// The profile of the schema.
    pub(crate) profile: Profile,
    /// The schema's file below `schemas/`.
    pub(crate) schema: String,
    /// The text.
    pub(crate) bytes: Vec<u8>,
    /// Where it comes from.
    pub(crate) origin: Origin,
}

/// All documents of all kinds, each once for every profile of its kind.
pub(crate) fn make(root: &Path, kinds: &'static [Kind]) -> Result<Vec<Document>, String> {
    let mut documents = Vec::new();
    for kind in kinds.iter().filter(|kind| kind.schema.is_some()) {
        let mut sources = sources(root, kind)?;
        sources.extend(edges(&sources));
        let filled = if kind.llm { filled(root, kind, &sources)? } else { Vec::new() };
        sources.extend(filled.iter().filter_map(Source::stripped));
        for (profile, sources) in [(Profile::Full, &sources), (Profile::Draft07, &sources), (Profile::Llm, &filled)] {
            if !profile.has(kind) {
                continue;
            }
            let made = |id: String, origin: Origin, bytes: Vec<u8>| {
                let schema = profile.file(kind.name);
                Document { id, kind: kind.name, profile, schema, bytes, origin }
            };
            documents.extend(sources.iter().map(|one| made(one.id.clone(), one.origin(), one.bytes.clone())));
            let mutants = mutants(sources, &published(root, kind, profile)?.to_value(), kind.name)?.into_iter();
            let numbered = mutants.chain(systematic(sources)).enumerate();
            documents
                .extend(numbered.map(|(at, text)| made(format!("{} mutant {at}", kind.name), Origin::Mutant, text)));
        }
    }
    Ok(documents)
}

/// Documents made of some that are valid, by the dice and at every place; names and words come from the schema.
pub(crate) fn variants(values: &[Value], schema: &Value) -> Vec<Value> {
    let source = |value: &Value| Source { id: String::new(), bytes: value.to_string().into(), folder: Folder::Valid };
    let sources: Vec<Source> = values.iter().map(source).collect();
    let texts = rolled(&sources, schema).into_iter().chain(systematic(&sources));
    texts.filter_map(|text| serde_json::from_slice(&text).ok()).collect()
}

/// A fixture: of a kind that is JSON on the wire the input, else the value.
struct Source {
    id: String,
    bytes: Vec<u8>,
    folder: Folder,
}

impl Source {
    const fn origin(&self) -> Origin {
        match self.folder {
            Folder::Valid => Origin::Valid,
            Folder::Deviating | Folder::Invalid => Origin::Fixture,
        }
    }

    fn object(&self) -> Option<Value> {
        serde_json::from_slice::<Map<String, Value>>(&self.bytes).ok().map(Value::Object)
    }

    /// What a program makes of an answer to the narrowed schema.
    fn stripped(&self) -> Option<Self> {
        let bytes = narrow::strip(&self.object()?).to_string().into_bytes();
        Some(Self { id: format!("{}, stripped", self.id), bytes, folder: self.folder })
    }
}

fn sources(root: &Path, kind: &'static Kind) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for case in cases(root, kind)? {
        let (input, folder, id) = (case.input()?, case.folder, case.id.clone());
        if kind.wire_json {
            sources.push(Source { id, bytes: input, folder });
            continue;
        }
        let seen = (kind.read)(&input, &case.options()?)?;
        // A value is a value, whatever is wrong with the text around it, such as a count that does not add up.
        let is_wrong = folder == Folder::Invalid && seen.tells_schema();
        let folder = if is_wrong { folder } else { Folder::Valid };
        let value = seen.value.map(|value| value.to_string().into_bytes());
        sources.extend(value.map(|bytes| Source { id, bytes, folder }));
    }
    Ok(sources)
}

/// The documents of a kind in which programs differ as readers of JSON.
pub(crate) fn edges_of(root: &Path, kind: &'static Kind) -> Result<Vec<Vec<u8>>, String> {
    Ok(edges(&sources(root, kind)?).into_iter().map(|source| source.bytes).collect())
}

/// A valid document with one more member in which programs differ as readers of JSON, whatever a schema says.
fn edges(sources: &[Source]) -> Vec<Source> {
    let deep = format!("{}{}", "[".repeat(300), "]".repeat(300));
    let edges = [
        ("half a pair", r#""\ud800""#),
        ("a number too large", "1e999"),
        ("a number between two doubles", "9007199254740993"),
        ("too deep", &deep),
    ];
    let sound = sources.iter().find(|source| source.folder == Folder::Valid);
    let text = sound.and_then(Source::object).map(|value| value.to_string());
    let open = text.as_deref().and_then(|text| text.strip_suffix('}')).unwrap_or_default();
    let made = |(id, value): (&str, &str)| Source {
        id: id.to_owned(),
        bytes: format!("{open},\"edge\":{value}}}").into_bytes(),
        folder: Folder::Invalid,
    };
    edges.map(made).into()
}

/// The valid fixtures as an agent would write them to the narrowed schema.
fn filled(root: &Path, kind: &'static Kind, sources: &[Source]) -> Result<Vec<Source>, String> {
    let schema = published(root, kind, Profile::Llm)?.to_value();
    let valid = sources.iter().filter(|source| source.folder == Folder::Valid);
    let made = |source: &Source| {
        let bytes = narrow::fill(&source.object()?, &schema).to_string().into_bytes();
        Some(Source { id: format!("{}, filled", source.id), bytes, folder: Folder::Valid })
    };
    Ok(valid.filter_map(made).collect())
}

/// Documents that differ from a seed in one to three things; so many of them, or the fixtures are too few.
fn mutants(sources: &[Source], schema: &Value, kind: &str) -> Result<BTreeSet<Vec<u8>>, String> {
    let made = rolled(sources, schema);
    if made.len() == MUTANTS {
        return Ok(made);
    }
    Err(format!("{kind}: only {} different documents could be made of {} seeds", made.len(), sources.len()))
}

/// The names and words come from the schema, so that the dice meet every enum and every field.
fn rolled(sources: &[Source], schema: &Value) -> BTreeSet<Vec<u8>> {
    let accepted = sources.iter().filter(|source| source.folder != Folder::Invalid);
    let seeds: Vec<Value> = accepted.filter_map(Source::object).collect();
    let (mut names, mut words) = (BTreeSet::new(), BTreeSet::new());
    vocabulary(schema, &mut names, &mut words);
    let names: Vec<&str> = names.iter().map(String::as_str).chain(["unknown"]).collect();
    let mut values = values();
    // An object with a word for its key is what serde's derived enums take for the word.
    values.extend(words.iter().map(|word| json!({word: null})));
    values.extend(words.into_iter().map(Value::String));
    let mut dice = Dice::new(SEED);
    let mut made = BTreeSet::new();
    for _ in 0..MUTANTS * 20 {
        let mut document = seeds.get(dice.roll(seeds.len())).cloned().unwrap_or_default();
        for _ in 0..=dice.roll(3) {
            mutate(&mut document, &names, &values, &mut dice);
        }
        made.insert(document.to_string().into_bytes());
        if made.len() == MUTANTS {
            break;
        }
    }
    made
}

/// Every place that any document has, once with each of the values in it, once without it, and an object once with a
/// member that nobody knows. The dice alone pass over what is rare.
fn systematic(sources: &[Source]) -> Vec<Vec<u8>> {
    let mut seen = BTreeSet::new();
    let mut made: Vec<Vec<u8>> = values().iter().map(|root| root.to_string().into_bytes()).collect();
    for document in sources.iter().filter_map(Source::object) {
        let mut places = Vec::new();
        new_places(&document, "", "", &mut seen, &mut places);
        for place in places {
            for value in values() {
                let mut changed = document.clone();
                changed.pointer_mut(&place).into_iter().for_each(|at| *at = value.clone());
                made.push(changed.to_string().into_bytes());
            }
            let mut cut = document.clone();
            let (parent, name) = place.rsplit_once('/').unwrap_or_default();
            match cut.pointer_mut(parent) {
                Some(Value::Object(members)) => drop(members.shift_remove(name)),
                Some(Value::Array(items)) => items.clear(),
                _ => {}
            }
            made.push(cut.to_string().into_bytes());
            let mut more = document.clone();
            if let Some(Value::Object(members)) = more.pointer_mut(&place) {
                members.insert("unknown".to_owned(), json!(1));
                made.push(more.to_string().into_bytes());
            }
        }
    }
    made
}

/// The places of a document whose shape was not seen before: all items of a list are one, but for those whose tag
/// says that they are of different kinds.
fn new_places(value: &Value, at: &str, shape: &str, seen: &mut BTreeSet<String>, places: &mut Vec<String>) {
    let tag = ["kind", "type", "status", "verdict"].iter().find_map(|tag| value.get(*tag)).and_then(Value::as_str);
    let shape = if value.is_object() { format!("{shape}<{}>", tag.unwrap_or_default()) } else { shape.to_owned() };
    if !at.is_empty() && seen.insert(shape.clone()) {
        places.push(at.to_owned());
    }
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let step = name.replace('~', "~0").replace('/', "~1");
                new_places(member, &format!("{at}/{step}"), &format!("{shape}/{step}"), seen, places);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                new_places(item, &format!("{at}/{index}"), &format!("{shape}/*"), seen, places);
            }
        }
        _ => {}
    }
}

/// The names of properties and the words of enums.
fn vocabulary(schema: &Value, names: &mut BTreeSet<String>, words: &mut BTreeSet<String>) {
    let members = schema.as_object().into_iter().flatten();
    for (keyword, value) in members {
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => names.extend(properties.keys().cloned()),
            ("enum", Value::Array(list)) => words.extend(list.iter().filter_map(Value::as_str).map(str::to_owned)),
            ("const", Value::String(word)) => drop(words.insert(word.clone())),
            _ => {}
        }
        vocabulary(value, names, words);
    }
    schema.as_array().into_iter().flatten().for_each(|item| vocabulary(item, names, words));
}

/// What new values are taken from beside the words of the schema: the edges of types, blanks and bounds.
fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(0),
        json!(2.0),
        json!(-1),
        json!(0.5),
        json!(1.5),
        json!(101),
        json!(1e300),
        json!(9_007_199_254_740_992_i64),
        json!(""),
        json!(" \t"),
        json!("\u{a0}"),
        json!("3"),
        json!("true"),
        json!("Q1"),
        json!("Q1\n"),
        json!("repo://a:1\n"),
        json!("R1.1a"),
        json!("repo://src/a.rs:3-9"),
        json!("repo://a:9-3"),
        json!("some text. more text."),
        json!("x".repeat(400)),
        json!("é".repeat(401)),
        json!("\u{1f600}".repeat(400)),
        json!([]),
        json!({}),
        json!([1]),
        json!(["a"]),
        json!([null]),
        json!([["a", null]]),
        json!([["a", "repo://b", "c"]]),
        json!([{}]),
        json!([{"message": "m"}]),
        json!([{"path": "p", "type": "t"}]),
        json!({"a": {"b": []}}),
    ]
}
