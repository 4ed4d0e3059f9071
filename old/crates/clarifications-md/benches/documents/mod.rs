//! The documents that speed is measured on.

use std::fmt::Write as _;

/// The documents by name: about 2 KB with four questions, about 1 MB with a thousand, and the same with HTML and
/// indented code in every question.
pub(crate) fn documents() -> [(&'static str, String); 3] {
    let large = document(1000, 80);
    let html = large
        .replace("Dredge it", "Dredge<br>\n<b>it</b>")
        .replace("leaves this open.", "leaves this open.\n\n    code\n\n");
    [("small", document(4, 16)), ("large", large), ("html", html)]
}

/// A canonical document with this many questions; every fourth has a refinement. About `words` words a body.
fn document(questions: usize, words: usize) -> String {
    let refinements = questions / 4;
    let sections = questions.div_ceil(25);
    let mut text = format!(
        "---\nquestion_count: {questions}\nsections: {sections}\nduplicates_removed: 17\nrefinement_count: {refinements}\n---\n\n\
         # Clarifications\n"
    );
    let body = "The survey of the *inner* basin, with its **four** berths and `two` locks, leaves this open. ";
    let body = body.repeat(words.div_ceil(16));
    for at in 1..=questions {
        if at % 25 == 1 {
            let _ = write!(text, "\n## Section {}\n", at / 25 + 1);
        }
        let mark = if at % 10 == 0 { " [MUST ANSWER]" } else { "" };
        let _ = write!(text, "\n### Q{at}: Berth number {at}{mark}\n{}\n", body.trim_end());
        item(&mut text);
        if at % 4 == 0 {
            let _ =
                write!(text, "\n#### Refinements\n\n##### R{at}.1: Which tide\nGiven the answer above, which one?\n");
            item(&mut text);
        }
    }
    text
}

fn item(text: &mut String) {
    text.push_str(
        "\nA. Dredge it every spring, as the pilots ask\nB. Leave it to the tide and to the river\n\
         C. Close the berth for deep ships\nD. Other (please specify)\n\n\
         _Consolidated from: Metrics Q1, Segmentation Q2, Business Rules Q5_\n\n\
         **Recommendation:** A — the channel silts up within a year, and ships turn there.\n\n\
         **Answer:** B, since the *river* keeps it open; see the log of `1911` for the measurements.\n",
    );
}
