//! Prompts are inert, and filled in they are what the parser reads (R-A17, R-C15).

use clarity_protocol::{
    Confidence, FIELDS, FindingSeverity, FindingType, ItemStatus, Metric, MetricKind, ResultType, parse, prompt,
};
use envelope_core::text::fences;

#[test]
fn no_prompt_and_no_part_of_one_is_accepted() {
    for kind in ResultType::ALL {
        let text = prompt(kind);
        let inner: Vec<&str> = fences(&text).iter().map(|fence| &text[fence.inner.range()]).collect();
        for part in text.lines().chain(inner).chain([text.as_str()]) {
            let parsed = parse(part);
            assert!(parsed.accepted().is_none(), "{kind}: {part}");
            assert!(!parsed.outcome().is_success(), "{kind}: {part}");
        }
    }
}

#[test]
fn a_prompt_names_every_word_of_its_tables() {
    for kind in ResultType::ALL {
        let text = prompt(kind);
        let keys = Metric::of(kind).map(|metric| metric.key).chain(FIELDS.iter().map(|(key, _)| *key));
        for word in keys.chain(Confidence::WORDS.iter().copied()) {
            assert!(text.contains(word), "{kind}: {word}");
        }
    }
    let words = FindingSeverity::WORDS.iter().chain(FindingType::WORDS);
    assert!(words.into_iter().all(|word| prompt(ResultType::Consistency).contains(word)));
    assert!(ItemStatus::WORDS.iter().all(|word| prompt(ResultType::Verification).contains(word)));
    let plan = prompt(ResultType::DesignPlan);
    assert!(plan.contains("of its own"), "FINDINGS are issues of the plan itself");
}

/// The template with its placeholders filled in from the table of metrics.
#[test]
fn a_prompt_filled_in_is_accepted() {
    for kind in ResultType::ALL {
        let text = prompt(kind);
        let line = text.lines().find(|line| line.starts_with("RESULT:")).expect("the template");
        let mut filled = line.replace("<CLEAN|FINDINGS|PARTIAL|ERROR>", "CLEAN");
        for metric in Metric::of(kind) {
            let (placeholder, value) = match metric.value {
                MetricKind::Pair => ("<docA>/<docB>", "a.md/b.md"),
                MetricKind::Count => ("<N>", "0"),
                MetricKind::Ratio => ("<pass>/<total>", "0/0"),
                MetricKind::Text => ("<", "x <"),
            };
            filled = match metric.value {
                MetricKind::Text => {
                    let at = filled.find(&format!("{}: <", metric.key)).expect("its place") + metric.key.len() + 2;
                    let end = at + filled[at..].find('>').expect("its end") + 1;
                    format!("{}{}{}", &filled[..at], value.trim_end_matches(" <"), &filled[end..])
                }
                _ => filled.replacen(placeholder, value, 1),
            };
        }
        let start = text.find("---\n").expect("the block");
        let end = start + 4 + text[start + 4..].find("---\n").expect("its end") + 4;
        let mut block = text[start..end].to_owned();
        for (key, _) in FIELDS {
            let at = block.find(&format!("**{key}**: ")).expect("its line");
            let line: String = block[at..].lines().next().expect("a line").to_owned();
            let value = match *key {
                "Protocol" => continue,
                "Confidence" => "high",
                "Coverage" => "100%",
                _ => "something",
            };
            block = block.replace(&line, &format!("**{key}**: {value}"));
        }
        let message = format!("{filled}\n\n{block}");
        let parsed = parse(message.as_str());
        assert!(parsed.accepted().is_some(), "{message}\n{:?}", parsed.diagnostics());
        assert_eq!(parsed.diagnostics(), [], "{message}");
    }
}
