//! Every edit changes what it was asked to, and a second time changes nothing (R-Q4).

use clarifications_md::{Contradiction, ItemId, parse};
use envelope_core::{Class, Severity};
use proptest::prelude::*;

use crate::documents::any_document;
use crate::splices::assert_splices;
use crate::{answers, cases, document, json};

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
