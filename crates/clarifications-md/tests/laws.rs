//! The laws of edits: what was not asked to change does not change (R-Q4), and a second time changes nothing.

use clarifications_md::{Change, Clarifications, Contradiction, ItemId, Text, parse};
use envelope_core::Envelope;
use envelope_core::{Class, Policy, ReadOptions, Severity, Source, Span};
use proptest::prelude::*;

/// Parts of documents, canonical and older and broken, from which documents are put together.
const PARTS: &[&str] = &[
    "# Title\n\nSome words.\n\n",
    "## Harbour\n\n",
    "## Tides\nIntro of the section.\n\n",
    "### Required\n\n",
    "### Optional\n\n",
    "### Q1: Depth [MUST ANSWER]\nHow deep?\n\nA. Shallow\nB. Deep\nC. Other (please specify)\n\n**Recommendation:** A — so.\n\n**Answer:** B\n\n",
    "### Q2: Width\nHow wide?\n\nA. Narrow\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:**\n\n",
    "### Q3: Length\n**Question**: How long?\n**Choices**:\n  a) Short\n  b) Long\n**Recommendation**: a) — short\n**Answer**: \n\n",
    "### Q4: Height\n\n- [ ] a) Low\n- [x] b) High **(recommended)**\n\n**Answer:**   \n",
    "### Q5: Weight\n\n- Recommendation: A\n- Selected answer: B\n- Notes: heavy\n\n",
    "### Q6: Fence\nText\n\n```\n### Q9: not a question\n**Answer:** not one\n```\n\n**Recommendation:** first\n\n- one\n- two\n\n```text\ncode\n```\n\n**Answer:**\n\n",
    "### Q7: Last\nBody\n\nA. x\nB. Other\n\n_Consolidated from: a Q1, b Q2_\n\n**Recommendation:** ```\n\n**Answer:** (accepted recommendation)\n\n",
    "### Q8: No answer\nBody\n\nA. x  \nB. Other\n\n**Recommendation:** B\n",
    "#### Refinements\n\n",
    "##### R1.1: Why\nBecause.\n\nA. So\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:**\n\n",
    "##### R1.2: How\nThus.\n\n**Answer:** said\nover two lines  \n\n",
    "**R2.1:** Bold one\nText\n\n**Answer:**\n\n",
    "**R3.1: Bold two** and text behind\n\n**Recommendation:** ~~~\n\n**Answer:** x\n\n",
    "#### Notes\nfree text\n\n",
    "## Needs Clarification\n\n### Contradiction: Depth and width\n\n**Items:** Q1, Q2\n\nThey differ.\n\n",
    "<!-- a comment\n### Q1: hidden\n-->\n\n",
    "> **Answer:** quoted\n\n",
    "**Answer:** stray\n\n",
    "```\nopen fence\n",
    "---\n",
    "\n---\n\n",
    "A line\n---\n",
    "### Q9: Ruled\nBody\n\nA. x\nB. Other\n\n---\n\n**Recommendation:** A\n***\n\n**Answer:**\n---\n\n",
    "### **Q10:** Use *this* `one`\nBody\n\n**Answer:** <!-- say it here, in many words -->\n\n",
    "### Q11: Choices below\nBody\n\n**Recommendation:** <!-- none -->\n\n**Answer:**\n\nA. x\nB. Other\n\n",
    "### Q12: Weak\nAnswer: in a word\n\nA. x\nB. Other\n\nRecommendation: A\n\n",
    "###Q13: Glued\nBody\n\n",
    "Q14: Underlined\n---\n\n",
    "- ### Q15: In a list\n  **Answer:** listed\n\n",
    "- a\n  ```\n  **Answer:** code\n  ```\n\n",
    "    **Answer:** indented\n\n",
    "<div>\n**Answer:** in HTML\n</div>\n\n",
    "</details>\n\n",
    "### Q16: Letters\nBody\n\nA. x\nC. y\nD. Other\n\n**Recommendation:** C — so\n\n**Answer:**\n\n",
    "### [MUST ANSWER] Q17: Ahead\nBody\n\n- c) x\n- [x] a) y\n\n**Answer:** A <!-- mine -->\n\n<!-- around -->\n\n",
    "\t\n",
];

fn any_document() -> impl Strategy<Value = String> {
    let front = prop_oneof![
        3 => Just("---\nquestion_count: 2\nsections: 1\nduplicates_removed: 0\nrefinement_count: 1\n---\n\n"),
        1 => Just("---\nquestion_count: 2\nsections:\n  - Harbour\nextra:\n  nested: 1\n---\n"),
        1 => Just("---\nrefinement_count: 0\n---\n"),
        2 => Just(""),
    ];
    let parts = prop::collection::vec(prop::sample::select(PARTS), 1..9);
    let ends = prop_oneof![3 => Just(false), 1 => Just(true)];
    (front, parts, ends, any::<bool>()).prop_map(|(front, parts, crlf, cut)| {
        let mut text = front.to_owned() + &parts.concat();
        if cut {
            text.truncate(text.trim_end().len());
        }
        if crlf { text.replace('\n', "\r\n") } else { text }
    })
}

fn document(text: &str) -> Option<Clarifications> {
    parse(text).read().cloned()
}

/// The bytes outside of the edited ranges are the same, in the same order.
#[track_caller]
fn assert_splices(before: &str, change: &Change<'_>) {
    let after = change.apply();
    let (mut old, mut new) = (0, 0);
    for edit in change.edits() {
        let kept = edit.span.start() - old;
        assert_eq!(before[old..edit.span.start()], after[new..new + kept], "before {edit:?}");
        assert!(after[new + kept..].starts_with(&edit.text), "{edit:?}");
        (old, new) = (edit.span.end(), new + kept + edit.text.len());
    }
    assert_eq!(before[old..], after[new..], "after the last edit");
    assert_eq!(
        patched(before, &change.unified_diff("x.md")),
        after,
        "the diff says the same\n{}",
        change.unified_diff("x.md")
    );
    let crlf = before.contains("\r\n");
    let lone = after.replace("\r\n", "").contains('\n');
    assert!(!(crlf && lone), "inserted text takes the document's line ends");
    if !crlf {
        assert!(!after.contains('\r'));
    }
}

/// Applies a unified diff the way `patch` does, checking context.
#[track_caller]
fn patched(before: &str, diff: &str) -> String {
    let lines: Vec<&str> = before.split_inclusive('\n').collect();
    let mut result = String::new();
    let mut at = 0;
    let mut body = diff.split_inclusive('\n').peekable();
    while let Some(line) = body.next() {
        let Some(range) = line.strip_prefix("@@ -") else {
            assert!(line.starts_with("--- ") || line.starts_with("+++ "), "{line}");
            continue;
        };
        let (start, len) = range.split(' ').next().and_then(|range| range.split_once(',')).expect("a range");
        let (start, len): (usize, usize) = (start.parse().expect("a number"), len.parse().expect("a number"));
        let first = if len == 0 { start } else { start - 1 };
        result.extend(lines[at..first].iter().copied());
        at = first;
        while let Some(line) = body.next_if(|line| !line.starts_with("@@ ")) {
            let bare = body.next_if(|next| next.starts_with('\\')).is_some();
            let words = if bare { line[1..].trim_end_matches('\n') } else { &line[1..] };
            match &line[..1] {
                " " | "-" => {
                    assert_eq!(lines[at], words, "context");
                    at += 1;
                    if line.starts_with(' ') {
                        result.push_str(words);
                    }
                }
                "+" => result.push_str(words),
                other => panic!("{other}"),
            }
        }
    }
    result.extend(lines[at..].iter().copied());
    result
}

fn json(document: &Clarifications) -> serde_json::Value {
    serde_json::to_value(document).expect("a document is JSON")
}

/// Every answer as it counts, by item and position.
fn answers(document: &Clarifications) -> Vec<(ItemId, String)> {
    document.items().map(|(id, item)| (id, item.answer_text().to_owned())).collect()
}

/// `PROPTEST_CASES` can ask for more.
fn cases(least: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig { cases: default.cases.max(least), ..default }
}

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn an_answer_changes_nothing_but_itself(
        text in any_document(),
        which in any::<prop::sample::Index>(),
        words in prop_oneof![
            Just("B".to_owned()),
            Just(String::new()),
            Just("several\nlines\n\n- and a list\n- Recommendation: mine".to_owned()),
            Just("```\n### Q1: code\n**Answer:** code\n```\nand more".to_owned()),
            Just("### Q9: a heading".to_owned()),
            Just("fine\n**Answer:** twice".to_owned()),
            "[A-Za-z`*#\\n |>-]{0,30}",
        ],
    ) {
        let Some(before) = document(&text) else { return Ok(()) };
        let items: Vec<ItemId> = before.items().map(|(id, _)| id).collect();
        if items.is_empty() {
            return Ok(());
        }
        let id = *which.get(&items);
        let Ok(change) = before.set_answer(id, &words) else { return Ok(()) };
        assert_splices(&text, &change);
        let after = document(&change.apply()).expect("still a document");
        let written = after.item(id).and_then(|item| item.answer.as_ref()).map(|answer| answer.text.as_str().replace("\r\n", "\n"));
        prop_assert_eq!(written.as_deref(), Some(words.trim_matches([' ', '\t', '\n', '\r'])));
        let mut expected = json(&before);
        let mut found = json(&after);
        for value in [&mut expected, &mut found] {
            forget_answer(value, &id.to_string());
        }
        prop_assert_eq!(expected, found);
        prop_assert!(after.set_answer(id, &words).expect("again").is_empty(), "a second time changes nothing");
    }

    #[test]
    fn autofill_fills_its_own_and_is_done(text in any_document()) {
        let Some(before) = document(&text) else { return Ok(()) };
        let filled = before.autofill();
        assert_splices(&text, &filled.change);
        let after = document(&filled.change.apply()).expect("still a document");
        let again = after.autofill();
        prop_assert!(again.change.is_empty(), "a second time changes nothing: {:?}", again.filled);
        for ((id, item), (_, now)) in before.items().zip(after.items()) {
            let was = item.answer_text();
            let named = before.items().filter(|(other, _)| *other == id).count();
            if was.is_empty() || was == "(accepted recommendation)" {
                // Of two items with the same id it cannot be said which one is meant.
                if named > 1 {
                    continue;
                }
                if filled.filled.contains(&id) {
                    prop_assert!(!item.choices.iter().any(|choice| choice.ticked), "a tick is a person's");
                    let marked = item.choices.iter().find(|choice| choice.recommended);
                    let marked = marked.map(|choice| format!("{}.", choice.answer_letter()));
                    let own = now.answer_text() == item.recommendation_text()
                        || item.recommendation_text().contains("<!--")
                        || marked.is_some_and(|marked| now.answer_text().starts_with(&marked));
                    prop_assert!(own, "{}: {:?}", id, now.answer_text());
                } else {
                    prop_assert_eq!(&item.answer, &now.answer);
                }
            } else {
                prop_assert_eq!(was, now.answer_text(), "no answer is overwritten");
            }
        }
    }

    #[test]
    fn fmt_keeps_every_answer_and_is_done(text in any_document()) {
        let Some(before) = document(&text) else { return Ok(()) };
        let formatted = before.fmt();
        assert_splices(&text, &formatted.change);
        let parsed = parse(&formatted.change.apply());
        let after = parsed.read().expect("still a document");
        prop_assert_eq!(answers(&before), answers(after));
        prop_assert_eq!(before.tally(), after.tally(), "the verdict stays");
        prop_assert!(after.fmt().change.is_empty(), "a second time changes nothing: {:?}", after.fmt().change.edits());
        prop_assert!(formatted.left.iter().all(|left| left.fix.is_none()), "no rewriting gets in the way of another");
        if formatted.left.is_empty() {
            let odd = parsed.diagnostics().iter().filter(|found| {
                found.rule.class() == Class::Form
                    && found.severity >= Severity::Warning
                    && found.rule.code() != clarifications_md::rules::UNCLOSED_FENCE.code()
            });
            prop_assert_eq!(odd.count(), 0, "{:?}", parsed.diagnostics());
        }
    }

    #[test]
    fn flags_change_nothing_else(text in any_document(), title in "[A-Za-z #*]{1,12}", note in "[A-Za-z#*`\\n -]{0,20}") {
        let Some(before) = document(&text) else { return Ok(()) };
        let items: Vec<ItemId> = before.items().map(|(id, _)| id).take(2).collect();
        if items.is_empty() {
            return Ok(());
        }
        let found = [Contradiction::new(items, title).note(note)];
        let Ok(flagged) = before.flag(&found, &before.critical_gaps()) else { return Ok(()) };
        assert_splices(&text, &flagged.change);
        let after = document(&flagged.change.apply()).expect("still a document");
        let again = after.flag(&found, &before.critical_gaps()).expect("again");
        prop_assert!(again.change.is_empty() && again.written == 0);
        prop_assert_eq!(answers(&before), answers(&after));
    }

    #[test]
    fn refinements_change_nothing_else(text in any_document(), number in 1..4_u32, letter in "[ab]?", renumber in any::<bool>()) {
        let Some(before) = document(&text) else { return Ok(()) };
        let block = format!("Refinements for Q1:\n\n##### R1.{number}: New\nWhy?\n\n**Answer:**\n\n##### R1.{number}{letter}: Other\nYes?\n\n**Answer:**\n");
        let Ok(refined) = before.refine(&[&block], renumber) else { return Ok(()) };
        assert_splices(&text, &refined.change);
        let after = document(&refined.change.apply()).expect("still a document");
        for (id, item) in before.items() {
            prop_assert!(after.items().any(|(other, now)| other == id && now == item), "{} is as it was", id);
        }
        prop_assert_eq!(after.refinements().count(), before.refinements().count() + refined.inserted.len());
    }

    #[test]
    fn counts_are_updated_by_splice(text in any_document()) {
        let Some(before) = document(&text) else { return Ok(()) };
        let change = before.update_counts();
        assert_splices(&text, &change);
        let after = document(&change.apply()).expect("still a document");
        prop_assert_eq!(answers(&before), answers(&after));
        prop_assert!(after.update_counts().is_empty());
    }

    /// Every part knows where it stands, and its words stand there; parts lie in the item that has them.
    #[test]
    fn spans_point_at_the_words(text in any_document()) {
        let Some(document) = document(&text) else { return Ok(()) };
        let holds = |words: &Text| {
            let there = &text[words.span().range()];
            // A title or choice with a mark in its middle stands in two pieces.
            assert!(there == words.as_str() || there.contains("[MUST") || there.contains("**("), "{there:?} {words:?}");
        };
        holds(document.preamble());
        if let Some(frontmatter) = document.frontmatter() {
            let whole = &text[frontmatter.span().range()];
            prop_assert!(whole.starts_with("---"));
            let count = frontmatter.value_span("question_count").map(|span| text[span.range()].to_owned());
            prop_assert_eq!(count, frontmatter.question_count.map(|count| count.to_string()));
        }
        for section in document.sections() {
            section.title.iter().for_each(|title| {
                holds(title);
                assert!(text[section.heading_span().range()].starts_with("## "));
            });
            section.other.iter().chain(&section.groups).for_each(holds);
        }
        for question in document.questions() {
            if let Some(heading) = question.refinements_heading() {
                prop_assert!(text[heading.range()].starts_with("####"));
            }
        }
        for (id, item) in document.items() {
            prop_assert_eq!(&text[item.id_span().range()], id.to_string());
            prop_assert!(text[item.span().range()].starts_with(&text[item.heading_span().range()]));
            let inside = |part: Span| part.is_empty() || item.span().start() <= part.start() && part.end() <= item.span().end();
            let texts = item.body.iter().chain(&item.other).chain(&item.consolidated_from);
            for words in texts.chain(item.choices.iter().map(|choice| &choice.text)).chain([&item.title]) {
                holds(words);
                prop_assert!(inside(words.span()), "{:?}", words);
            }
            prop_assert!(item.choices.iter().all(|choice| inside(choice.span())));
            for field in item.recommendation.iter().chain(&item.answer) {
                holds(&field.text);
                prop_assert!(text[field.span().range()].starts_with(&text[field.label_span().range()]));
                prop_assert!(inside(field.span()) && field.label_span().end() <= field.text.span().start());
            }
        }
        if let Some(needs) = document.needs_clarification() {
            prop_assert!(text[needs.span().range()].starts_with("## Needs"));
            needs.entries.iter().flat_map(|entry| [&entry.title, &entry.body]).chain(&needs.other).for_each(holds);
        }
        document.quarantine().iter().for_each(|kept| assert!(text.get(kept.text.span().range()).is_some()));
    }

    /// Canonical text: the same value, no deviation of form but line ends and blanks, which edits keep (R-Q4).
    #[test]
    fn rendering_keeps_the_value(text in any_document()) {
        let Some(before) = document(&text) else { return Ok(()) };
        let rendered = before.render();
        let after = document(&rendered).expect("still a document");
        prop_assert_eq!(after.render(), rendered);
        prop_assert_eq!(before.tally(), after.tally());
        prop_assert_eq!(answers(&before), answers(&after));
        let ids = |document: &Clarifications| document.items().map(|(id, item)| (id, item.title.clone())).collect::<Vec<_>>();
        prop_assert_eq!(ids(&before), ids(&after));
    }

    #[test]
    fn any_text_is_read(text in "[#QR1-9.:*_a-c)\\[\\]x \\n\\r`<>!-]{0,120}") {
        let source = Source::new(&*text);
        let parsed = parse(&text);
        prop_assert!(!parsed.outcome().is_success(), "{}", text);
        for found in parsed.diagnostics() {
            prop_assert!(text.get(found.span.range()).is_some());
            let _ = source.position(found.span.start());
        }
        if let Some(document) = parsed.read() {
            assert_splices(&text, &document.fmt().change);
            assert_splices(&text, &document.autofill().change);
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let parsed = Clarifications::parse(&Source::from_bytes(&bytes), &ReadOptions::default());
        prop_assert!(!parsed.outcome().is_success());
    }
}

/// Takes the answer of an item out of the JSON, so that the rest can be compared.
fn forget_answer(value: &mut serde_json::Value, id: &str) {
    match value {
        serde_json::Value::Object(members) => {
            if members.get("id").and_then(serde_json::Value::as_str) == Some(id) {
                members.remove("answer");
            }
            members.values_mut().for_each(|value| forget_answer(value, id));
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(|value| forget_answer(value, id)),
        _ => {}
    }
}

#[test]
fn rules_keep_the_laws() {
    envelope_core::conformance::assert_envelope::<Clarifications>("clarifications-md");
}

/// A document with every older form that R-Q1 lists, whose counts agree, comes out of `fmt` accepted in strict mode.
#[track_caller]
fn check_migrates(text: &str, expected: &str) {
    let before = document(text).expect("a document");
    let formatted = before.fmt();
    assert_eq!(formatted.change.apply(), expected);
    assert_eq!(formatted.left, []);
    let strict = ReadOptions::default().policy(Policy::Strict);
    let parsed = Clarifications::parse(&Source::new(expected), &strict);
    assert!(parsed.accepted().is_some(), "{:?}", parsed.diagnostics());
    assert_eq!(answers(&before), answers(parsed.read().expect("a value")));
}

#[test]
fn older_forms_migrate() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n";
    let tail = "\n**Recommendation:** A\n\n**Answer:** B\n";
    let canonical = "\n## S\n\n### Q1: T\nWhy?\n\nA. one\nB. two\nC. Other (please specify)\n";
    check_migrates(&format!("{front}{canonical}{tail}"), &format!("{front}{canonical}{tail}"));
    for choices in [
        "a) one\nb) two\nc) Other (please specify)\n",
        "- a) one\n- b) two\n- c) Other (please specify)\n",
        "- [ ] a) one\n- [ ] b) two\n- [ ] c) Other (please specify)\n",
        "- [ ] one\n- [x] two\n- [ ] Other (please specify)\n",
        "A) one\n- B. two\n**C.** Other (please specify)\n",
        "A. one\n- [x] b) two\nC. Other (please specify)\n",
        "- [ ] one\n- [ ] b) two\n* Other (please specify)\n",
    ] {
        let label = if choices.contains("* Other") { "**Choices:**\n" } else { "" };
        let text = format!("{front}\n## S\n\n### Q1: T\nWhy?\n\n{label}{choices}{tail}");
        check_migrates(&text, &format!("{front}{canonical}{tail}"));
    }
    for fields in [
        "\n**Recommendation**: A\n\n**Answer**: B\n",
        "\n- Recommendation: A\n\n- Selected answer: B\n",
        "\n**Recommendation** : A\n\n__Answer:__ B\n",
        "\n- **Recommendation:** A\n\n* **Answer**: B\n",
        "\nRecommendation: A\n\nAnswer: B\n",
        "\n**RECOMMENDATION:** A\n\n**answer：** B\n",
        "\n💡 **Recommendation:** A\n\n✅ **Answer**: B\n",
    ] {
        check_migrates(&format!("{front}{canonical}{fields}"), &format!("{front}{canonical}{tail}"));
    }
    let body = "### Q1: T\n**Question:** Why?\n\n**Choices**:\nA. one\nB. two\nC. Other (please specify)\n";
    check_migrates(&format!("{front}\n## S\n\n{body}{tail}"), &format!("{front}{canonical}{tail}"));
    let body = "### Q1: T\n**Question**: Why?\n**Choices**:\n  a) one\n  b) two\n  c) Other (please specify)\n";
    check_migrates(&format!("{front}\n## S\n\n{body}{tail}"), &format!("{front}{canonical}{tail}"));
    let ticked = canonical.replace("B. two", "- [X] B) two");
    check_migrates(
        &format!("{front}{ticked}\n**Recommendation:** A\n\n**Answer:**  \n"),
        &format!("{front}{canonical}{tail}"),
    );
    let marked = canonical.replace("A. one", "A. one **(recommended)**");
    check_migrates(&format!("{front}{marked}{tail}"), &format!("{front}{canonical}{tail}"));
    check_migrates(
        &format!("{front}{marked}\n**Answer:** B\n"),
        &format!("{front}{canonical}\n**Recommendation:** A. one\n\n**Answer:** B\n"),
    );
    check_migrates(
        &format!("{front}{marked}\n**Recommendation:**\n\n**Answer:** B\n"),
        &format!("{front}{canonical}\n**Recommendation:** A. one\n\n**Answer:** B\n"),
    );
    check_migrates(
        &format!("{front}{canonical}{tail}").replace("sections: 1", "sections: [S]"),
        &format!("{front}{canonical}{tail}"),
    );
    check_migrates(
        &format!("{front}{canonical}{tail}").replace("sections: 1", "sections:\n  - The first"),
        &format!("{front}{canonical}{tail}").replace("sections: 1", "sections: 1  # The first"),
    );
}

#[test]
fn older_refinements_migrate() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 2\npriority_questions: [Q1]\n---\n";
    let question = "\n## S\n\n### Required\n\n### Q1: T\nWhy?\n\nA. one\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:** B\n";
    let marked = question.replace("### Q1: T", "### Q1: T [MUST ANSWER]");
    let item = "\nText\n\nA. x\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:** A\n";
    let canonical = format!("{front}{marked}\n#### Refinements\n\n##### R1.1: First{item}\n##### R1.2: Second{item}");
    check_migrates(
        &format!("{front}{question}\n#### Refinements\n\n**R1.1:** First{item}\n**R1.2: Second**{item}"),
        &canonical,
    );
    check_migrates(
        &format!("{front}{question}\n**R1.1**: First{item}\n**R1.2: Second** Text{}", &item[5..]),
        &canonical,
    );
    check_migrates(
        &format!("{front}{question}\n### Refinements\n\n#### R1.1: First{item}\n##### R1.2 - Second{item}"),
        &canonical,
    );
    let crlf = canonical.replace('\n', "\r\n");
    let older = format!("{front}{question}\n**R1.1:** First{item}\n**R1.2: Second** Text{}", &item[5..]);
    check_migrates(&older.replace('\n', "\r\n"), &crlf);
}

#[test]
fn missing_counts_are_added_and_wrong_ones_left() {
    let body = "# C\n\n## S\n\n### Q1: T\nWhy?\n\nA. one\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:** B\n";
    let before = document(body).unwrap();
    let formatted = before.fmt();
    assert_eq!(formatted.invented, [clarifications_md::CountKey::DuplicatesRemoved]);
    let text = formatted.change.apply();
    assert_eq!(
        text,
        format!("---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n{body}")
    );
    assert!(parse(&text).accepted().is_some() && parse(&text).diagnostics().is_empty());
    let wrong = format!("---\nquestion_count: 7 # agent\nsections: 1\nduplicates_removed: 3\n---\n{body}");
    let before = document(&wrong).unwrap();
    let formatted = before.fmt();
    assert_eq!(formatted.invented, []);
    assert_eq!(formatted.change.apply(), wrong.replace(": 3\n", ": 3\nrefinement_count: 0\n"));
    let change = before.update_counts();
    let expected = wrong.replace(": 7 #", ": 1 #").replace(": 3\n", ": 3\nrefinement_count: 0\n");
    assert_eq!(change.apply(), expected);
}

/// Letters out of sequence are mended where no words name one that would mean something else then (R-Q1).
#[test]
fn letters_run_on_where_nothing_names_them() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## S\n\n### Q1: T\nWhy?\n\n";
    let choices = "A. one\nB. two\nC. Other (please specify)\n";
    for (older, fields, expected) in [
        ("A. one\nB. two\nD. Other (please specify)\n", "**Recommendation:** A\n\n**Answer:** B", None),
        ("- a) one\n- c) two\n- d) Other (please specify)\n", "**Recommendation:** A\n\n**Answer:**", None),
        ("B. one\nC. two\nD. Other (please specify)\n", "**Recommendation:** none\n\n**Answer:** so be it", None),
        (
            "A. one\nC. two\nD. Other (please specify)\n",
            "**Recommendation:** C — it lasts.\n\n**Answer:**",
            Some("**Recommendation:** B — it lasts.\n\n**Answer:**"),
        ),
        (
            "- [ ] a) one\n- [x] d) two\n- [ ] Other (please specify)\n",
            "**Recommendation:** A\n\n**Answer:**",
            Some("**Recommendation:** A\n\n**Answer:** B"),
        ),
        (
            "A. one\nD. two **(recommended)**\nE. Other (please specify)\n",
            "**Answer:** A",
            Some("**Recommendation:** B. two\n\n**Answer:** A"),
        ),
        ("B. one\n- [ ] two\nA. Other (please specify)\n", "**Recommendation:** two\n\n**Answer:**", None),
    ] {
        let text = format!("{front}{older}\n{fields}\n");
        let before = document(&text).expect("a document");
        let formatted = before.fmt();
        let fields = expected.unwrap_or(fields);
        assert_eq!(formatted.change.apply(), format!("{front}{choices}\n{fields}\n"), "{older}");
        assert_eq!(formatted.left, []);
    }
    let seq = "A. one\nB. two\nD. Other (please specify)\n";
    for fields in [
        "**Recommendation:** A\n\n**Answer:** D: see the log of last year",
        "**Recommendation:** A\n\n**Answer:** c",
        "**Recommendation:** A, or else D\n\n**Answer:**",
        "**Recommendation:** C\n\n**Answer:**",
        "Unless it is D.\n\n**Recommendation:** A\n\n**Answer:**",
        "**Recommendation:** A\n\n**Answer:**\n\n#### Refinements\n\n##### R1.1: T\nWhy D?\n\n**Answer:**",
        "**Recommendation:** A\n\n**Answer:**\n\n## Needs Clarification\n\n### Contradiction: X\n\n**Items:** Q1\n\nC it is.",
    ] {
        let text = format!("{front}{seq}\n{fields}\n");
        let before = document(&text).expect("a document");
        let formatted = before.fmt();
        assert!(formatted.change.apply().contains(seq), "{fields}");
        assert!(formatted.left.iter().any(|left| left.rule.code().ends_with("choice-sequence")), "{fields}");
    }
}

/// A comment beside an answer that a tick gives stays where it is.
#[test]
fn a_tick_leaves_comments_alone() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## S\n\n### Q1: T\nWhy?\n\n";
    let (older, choices) = ("- [ ] a) one\n- [x] b) Other\n", "A. one\nB. Other\n");
    for (answer, expected) in [
        ("**Answer:** <!-- pick -->", "**Answer:** B <!-- pick -->"),
        ("**Answer:**\n<!-- pick -->", "**Answer:** B\n<!-- pick -->"),
        ("**Answer**: B <!-- mine -->", "**Answer:** B <!-- mine -->"),
    ] {
        let text = |choices: &str, answer: &str| format!("{front}{choices}\n**Recommendation:** one\n\n{answer}\n");
        let before = document(&text(older, answer)).expect("a document");
        assert_eq!(before.fmt().change.apply(), text(choices, expected));
    }
}

#[test]
fn what_cannot_be_rewritten_is_left_and_told() {
    let front = "---\nquestion_count: 1\nsections: 1\nduplicates_removed: 0\nrefinement_count: 0\n---\n\n## S\n\n### Q1: T\nWhy?\n\n";
    let tail = "\n**Recommendation:** A\n\n**Answer:** c\n";
    for choices in [
        "- a) one\n- c) three\n- d) Other (please specify)\n",
        "- [x] a) one\n- b) two\n- c) Other (please specify)\n",
        "A. one\nB. two **(recommended)**\nC. Other (please specify)\n",
        "- [x] a) one\n- [x] b) two\n- c) Other (please specify)\n",
    ] {
        let text = format!("{front}{choices}{tail}");
        let before = document(&text).unwrap();
        let formatted = before.fmt();
        assert!(!formatted.left.is_empty(), "{choices}");
        let after = document(&formatted.change.apply()).unwrap();
        assert_eq!(answers(&before), answers(&after));
        let marks = |document: &Clarifications| {
            let choices = &document.questions().next().unwrap().item.choices;
            choices.iter().map(|choice| (choice.answer_letter(), choice.ticked, choice.recommended)).collect::<Vec<_>>()
        };
        assert_eq!(marks(&before), marks(&after), "{choices}");
        let strict = ReadOptions::default().policy(Policy::Strict);
        assert!(
            Clarifications::parse(&Source::new(before.fmt().change.apply()), &strict).accepted().is_none(),
            "{choices}"
        );
    }
}
