//! Edits change what they were asked to, and nothing else (R-Q4).

#![allow(clippy::unwrap_used, reason = "a test stops at what it does not expect")]

use clarifications_md::{ItemId, answer, autofill, fmt, parse, refine};
use proptest::prelude::*;

/// A document in pieces: what is outside of answers, and between them what stands behind each `**Answer:**`.
#[derive(Clone, Debug)]
struct Pieces {
    ids: Vec<ItemId>,
    outside: Vec<String>,
    answers: Vec<String>,
}

impl Pieces {
    fn text(&self) -> String {
        let answers = self.answers.iter().map(String::as_str).chain([""]);
        self.outside.iter().zip(answers).flat_map(|(outside, answer)| [outside, answer]).collect()
    }
}

const ANSWERS: [&str; 7] = [
    "",
    " ",
    " B",
    " (accepted recommendation)",
    " Two lines\nof text\n\nand a paragraph",
    "\n\n- one\n- two\n  - three",
    "\n\n```markdown\n### Q9: Code\n\n**Answer:** code\n```\n\nand more",
];

/// How parts of the document were written before, and how they are today.
const OLDER_FORMS: [(&str, &str); 6] = [
    ("**Answer**:", "**Answer:**"),
    ("- Recommendation:", "**Recommendation:**"),
    ("- [ ] a) The first", "A. The first"),
    ("- [ ] b) The second", "B. The second"),
    ("**R1.1: Detail 1**", "##### R1.1: Detail 1"),
    ("sections: [Ships]", "sections: 1"),
];

/// A document: for each question the answer, whether there is a recommendation, and the answers of its refinements.
fn document(questions: &[(usize, bool, Vec<usize>)], crlf: bool, newline: bool) -> Pieces {
    let refinements: usize = questions.iter().map(|(_, _, refinements)| refinements.len()).sum();
    let mut pieces = Pieces { ids: Vec::new(), outside: Vec::new(), answers: Vec::new() };
    let mut text = format!(
        "---\nquestion_count: {}\nsections: 1\nduplicates_removed: 0\nrefinement_count: {refinements}\n---\n\n# Harbour\n\n## Ships\n",
        questions.len()
    );
    for (number, (answer, recommended, refinements)) in (1..).zip(questions) {
        text += &format!("\n### Q{number}: Question {number}\nWhich ship?\n\nA. The first\nB. The second\n\n");
        text += if *recommended { "**Recommendation:** A — It is there.\n\n**Answer:**" } else { "**Answer:**" };
        pieces.push(&mut text, &format!("Q{number}"), *answer);
        for (sub, answer) in (1..).zip(refinements) {
            text += if sub == 1 { "\n#### Refinements\n" } else { "" };
            text += &format!("\n##### R{number}.{sub}: Detail {sub}\nWhich mast?\n\nA. Fore\nB. Main\n\n");
            text += "**Recommendation:** A\n\n**Answer:**";
            pieces.push(&mut text, &format!("R{number}.{sub}"), *answer);
        }
    }
    if !newline {
        text.clear();
    }
    pieces.outside.push(text);
    for text in pieces.outside.iter_mut().chain(&mut pieces.answers) {
        *text = if crlf { text.replace('\n', "\r\n") } else { text.clone() };
    }
    pieces
}

impl Pieces {
    fn push(&mut self, text: &mut String, id: &str, answer: usize) {
        self.ids.push(id.parse().unwrap());
        self.outside.push(std::mem::replace(text, "\n".to_owned()));
        self.answers.push(ANSWERS[answer].to_owned());
    }
}

prop_compose! {
    fn any_document()(
        questions in prop::collection::vec(
            (0..ANSWERS.len(), any::<bool>(), prop::collection::vec(0..ANSWERS.len(), 0..3)),
            1..4,
        ),
        crlf in any::<bool>(),
        newline in any::<bool>(),
    ) -> Pieces {
        document(&questions, crlf, newline)
    }
}

fn any_answer() -> impl Strategy<Value = String> {
    let known = prop::sample::select(ANSWERS.map(|answer| answer.trim().to_owned()).to_vec());
    prop_oneof![known, "[A-Za-z`*#>|_:. -]{0,20}(\n{1,2}[A-Za-z`*#>|_:. -]{0,20}){0,3}"]
}

fn read(text: &str, id: ItemId) -> Option<String> {
    let parsed = parse(text);
    let item = parsed.accepted().unwrap_or_else(|| panic!("{:?}", parsed.diagnostics())).item(id).unwrap();
    item.answer.as_ref().map(|answer| answer.replace("\r\n", "\n"))
}

proptest! {
    #[test]
    fn an_answer_is_one_splice_and_reads_back(pieces in any_document(), at in any::<prop::sample::Index>(), new in any_answer()) {
        let text = pieces.text();
        let index = at.index(pieces.ids.len());
        let id = pieces.ids[index];
        let Ok(edited) = answer(&text, id, &new) else {
            prop_assert!(!ANSWERS.iter().any(|known| known.trim() == new), "{new:?} is an answer");
            return Ok(());
        };
        let inside = |end: usize| {
            let mut part = pieces.clone();
            part.outside.truncate(end + 1);
            part.answers.truncate(end);
            part.text()
        };
        let before = inside(index);
        let after = &text[before.len() + pieces.answers[index].len()..];
        prop_assert!(edited.starts_with(&before) && edited.ends_with(after), "{edited:?}");
        prop_assert_eq!(read(&edited, id), Some(new.trim().to_owned()));
        if text.contains("\r\n") {
            prop_assert_eq!(edited.matches('\n').count(), edited.matches("\r\n").count());
        }
        prop_assert_eq!(answer(&edited, id, &new).unwrap(), edited);
    }

    #[test]
    fn autofill_answers_each_item_with_its_own_recommendation(pieces in any_document()) {
        let text = pieces.text();
        let result = autofill(&text).unwrap();
        let mut expected = text;
        for id in &result.filled {
            let parsed = parse(&expected);
            let own = parsed.accepted().unwrap().item(*id).unwrap().recommendation.clone().unwrap();
            expected = answer(&expected, *id, &own).unwrap();
        }
        prop_assert_eq!(&result.text, &expected);
        let again = autofill(&result.text).unwrap();
        prop_assert_eq!((again.filled, again.unfilled), (Vec::new(), result.unfilled));
    }

    #[test]
    fn fmt_rewrites_older_forms_and_no_answer(pieces in any_document()) {
        let text = pieces.text();
        prop_assert_eq!(&fmt(&text).unwrap().text, &text);
        let mut old = pieces;
        for (form, today) in OLDER_FORMS {
            old.outside.iter_mut().for_each(|text| *text = text.replace(today, form));
        }
        let count = old.outside[0].find("refinement_count").unwrap();
        let end = count + old.outside[0][count..].find('\n').unwrap() + 1;
        old.outside[0].replace_range(count..end, "");
        prop_assert_eq!(fmt(&old.text()).unwrap().text, text);
    }

    #[test]
    fn a_refinement_is_one_splice(pieces in any_document(), number in 1..5_u32) {
        let text = pieces.text();
        let block = format!("##### R1.{number}: New\nWhy?\n\nA. So\nB. Not so\n\n**Recommendation:** A\n\n**Answer:**\n");
        let Ok(refined) = refine(&text, &[&block], false) else {
            let id = format!("R1.{number}").parse().unwrap();
            prop_assert!(pieces.ids.contains(&id));
            return Ok(());
        };
        let count = pieces.ids.iter().filter(|id| !id.is_question()).count();
        let counted = text.replacen(
            &format!("refinement_count: {count}"),
            &format!("refinement_count: {}", count + 1),
            1,
        );
        let same = |(a, b): &(u8, u8)| a == b;
        let before = counted.bytes().zip(refined.text.bytes()).take_while(same).count();
        let after = counted.bytes().rev().zip(refined.text.bytes().rev()).take_while(same).count();
        prop_assert!(before + after >= counted.len(), "{}", refined.text);
        prop_assert_eq!(refine(&refined.text, &[&block], false).unwrap().text, refined.text);
    }

    #[test]
    fn the_order_of_blocks_makes_no_difference(pieces in any_document(), blocks in any_blocks().prop_shuffle()) {
        let text = pieces.text();
        let mut sorted = blocks.clone();
        sorted.sort();
        let [shuffled, sorted] = [blocks, sorted].map(|blocks| {
            let blocks: Vec<&str> = blocks.iter().map(String::as_str).collect();
            refine(&text, &blocks, true).unwrap()
        });
        prop_assert_eq!(&shuffled.text, &sorted.text);
        prop_assert_eq!(shuffled.inserted, sorted.inserted);
        let parsed = parse(&sorted.text);
        let ids: Vec<ItemId> = parsed.accepted().unwrap().items().map(|item| item.id).collect();
        prop_assert!(ids.is_sorted(), "{ids:?}");
    }
}

/// Blocks with a refinement and a sub-refinement each; many ask for the same id.
fn any_blocks() -> impl Strategy<Value = Vec<String>> {
    let block = |(number, word): (u32, char)| {
        let item = |id: &str, title: &str| format!("##### {id}: {title} {word}\nWhy {word}?\n\n**Answer:**\n\n");
        let id = format!("R1.{number}");
        format!("Refinements for Q1:\n\n{}{}", item(&id, "First"), item(&format!("{id}a"), "Second"))
    };
    prop::collection::vec((1..4_u32, prop::char::range('a', 'd')).prop_map(block), 1..5)
}
