//! Any text is read, and what is read points at its words.

use clarifications_md::{Clarifications, Text, parse};
use envelope_core::{Envelope as _, ReadOptions, Source, Span};
use proptest::prelude::*;

use crate::documents::any_document;
use crate::splices::assert_splices;
use crate::{answers, cases, document};

proptest! {
    #![proptest_config(cases(600))]

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

#[test]
fn rules_keep_the_laws() {
    envelope_core::conformance::assert_envelope::<Clarifications>("clarifications-md");
}
