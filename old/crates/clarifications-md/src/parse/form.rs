//! Deviations of form with the edits that mend them; `fmt` is these edits and no others (R-Q1).

use envelope_core::{Diagnostic, Edit, Fix, Span};

use super::heading::ItemHead;
use super::item::{Labels, is_rule, line_end, next_line, trimmed};
use super::letters::{in_sequence, settled_letter};
use super::lines::{BoldMark, LineMark};
use super::unclear::unclear_answer;
use crate::evaluate::named_choice;
use crate::labels::{CountKey, Label, MUST_ANSWER, REFINEMENT_LEVEL, hashes};
use crate::model::{Choice, Field, Frontmatter, Item, Mark, Section, Sections, Text, without_comments};
use crate::rules::{
    HEADING_FORM, OLDER_CHOICE, OLDER_LABEL, OLDER_REFINEMENT, RECOMMENDED_MARK, SECTION_NAMES, UNMARKED_REQUIRED,
};

/// The heading of an item: its level, its id and colon, its mark.
pub(crate) fn heading(head: &ItemHead, span: Span, must_answer: bool, found: &mut Vec<Diagnostic>) {
    let right = head.canonical(must_answer);
    let rewrite = || Fix::new("write the heading", Edit::replacement(span, right.clone()));
    if let Some(odd) = head.odd {
        let told = Diagnostic::new(&HEADING_FORM, span, odd).help(format!("write `{right}`"));
        found.push(told.fix(rewrite()));
    }
    if must_answer && !head.marked {
        let message = "this question stands under `Required` without the mark";
        let told =
            Diagnostic::new(&UNMARKED_REQUIRED, span, message).help(format!("add `{MUST_ANSWER}` to its heading"));
        found.push(told.fix(rewrite()));
    }
}

/// `**R1.1:** title` and `**R1.1: title**`.
pub(crate) fn bold_refinement(
    text: &str,
    line_end: &str,
    mark: &LineMark,
    bold: &BoldMark,
    found: &mut Vec<Diagnostic>,
) {
    let span = trimmed(text, Span::new(mark.start, mark.end));
    let title = bold.title.of(text);
    let head = format!("{} {}:", hashes(REFINEMENT_LEVEL), bold.id);
    let head = if title.is_empty() { head } else { format!("{head} {title}") };
    // What follows the closing marks on the same line is the body.
    let behind = trimmed(text, Span::new(bold.content, mark.end));
    let edit = if behind.is_empty() {
        Edit::replacement(Span::new(mark.start, mark.end), head)
    } else {
        Edit::replacement(Span::new(mark.start, behind.start()), head + line_end)
    };
    let told = Diagnostic::new(&OLDER_REFINEMENT, span, "a refinement headed in bold");
    found.push(told.help("write `##### R1.1: Title`").fix(Fix::new("write a heading", edit)));
}

/// Labels of an older form.
pub(crate) fn labels(text: &str, labels: &Labels, item: &Item, found: &mut Vec<Diagnostic>) {
    for (label, span, line) in &labels.odd {
        let shown = trimmed(text, *span);
        let told = Diagnostic::new(&OLDER_LABEL, shown, format!("the label `{}` is of an older form", shown.of(text)));
        let fix = match label {
            Label::Consolidated => {
                let names: Vec<&str> = item.consolidated_from.iter().map(Text::as_str).collect();
                let words = format!("{} {}_", label.canonical(), names.join(", "));
                Some(Edit::replacement(*line, words))
            }
            _ => drop_label(text, *label, *span, *line),
        };
        let right = match label {
            Label::Consolidated => "write `_Consolidated from: …_`",
            _ => "leave it out",
        };
        let told = told.help(right);
        found.push(match fix {
            Some(edit) => told.fix(Fix::new("mend the label", edit)),
            None => told,
        });
    }
    for field in [&item.recommendation, &item.answer].into_iter().flatten() {
        if !field.spots.0.canonical {
            let shown = trimmed(text, field.spots.0.label);
            let right = field.spots.0.kind.canonical();
            let told =
                Diagnostic::new(&OLDER_LABEL, shown, format!("the label `{}` is of an older form", shown.of(text)));
            let told = told.help(format!("write `{right}`"));
            // With the right label, words that may be no answer would pass for one.
            let doubtful = field.spots.0.kind == Label::Answer && unclear_answer(item).is_some();
            let fix = || Fix::new("mend the label", canonical_label(text, field));
            found.push(if doubtful { told } else { told.fix(fix()) });
        }
    }
}

/// Writes the field's label as the format has it.
fn canonical_label(text: &str, field: &Field) -> Edit {
    let label = field.spots.0.label;
    let right = field.spots.0.kind.canonical();
    let next = text.get(label.end()..).and_then(|rest| rest.chars().next());
    let apart = next.is_none_or(|c| matches!(c, ' ' | '\t' | '\r' | '\n'));
    Edit::replacement(label, if apart { right.to_owned() } else { format!("{right} ") })
}

/// Takes out `**Question:**` or `**Choices**:`; the latter leaves a blank line between body and choices.
fn drop_label(text: &str, label: Label, span: Span, line: Span) -> Option<Edit> {
    let behind = trimmed(text, Span::new(span.end(), line.end()));
    if label == Label::Choices && !behind.is_empty() {
        return None;
    }
    if !behind.is_empty() {
        return Some(Edit::deletion(Span::new(span.start(), behind.start())));
    }
    let before = text.get(..line.start()).unwrap_or_default();
    let above = before.trim_end_matches(['\n', '\r']);
    let directly = matches!(before.get(above.len()..), Some("\n" | "\r\n" | "\r"));
    let last = above.rsplit(['\n', '\r']).next().unwrap_or_default();
    if label == Label::Choices && directly && !last.trim().is_empty() {
        return Some(Edit::deletion(line));
    }
    let rest = text.get(line.end()..).unwrap_or_default();
    let end = line.end() + if rest.starts_with("\r\n") { 2 } else { usize::from(!rest.is_empty()) };
    Some(Edit::deletion(Span::new(line.start(), end)))
}

/// Choices of an older form, with their ticks and marks of recommendation.
pub(crate) fn choices(text: &str, line_end: &str, item: &Item, found: &mut Vec<Diagnostic>) {
    if item.choices.iter().all(|choice| choice.spots.0.how == Mark::Canonical && !choice.recommended) {
        return;
    }
    recommended(text, line_end, item, found);
    // Letters are changed only where no words name them.
    let in_sequence = item.spots.0.reletter || in_sequence(item);
    let tick_holds = tick_conflict(item).is_none();
    for choice in &item.choices {
        if choice.spots.0.how == Mark::Canonical || (choice.ticked && !tick_holds) {
            continue;
        }
        let mark = choice.spots.0.mark;
        let shown = trimmed(text, mark);
        let told = Diagnostic::new(&OLDER_CHOICE, shown, "a choice of an older form");
        let told = told.help(format!("write `{}. text`", settled_letter(item, choice)));
        if !in_sequence {
            found.push(told);
            continue;
        }
        let mut fix = Fix::new("letter the choice", Edit::replacement(mark, format!("{}. ", choice.place)));
        if choice.ticked && written(item).is_empty() {
            let answer = format!("{} {}", Label::Answer.canonical(), choice.place);
            fix.edits.push(match &item.answer {
                // A comment is no answer, and stays.
                Some(field) if !field.text.is_empty() => {
                    Edit::insertion(field.spots.0.label.end(), format!(" {}", choice.place))
                }
                Some(field) => {
                    let after = Span::new(field.spots.0.label.end(), field.spots.0.end);
                    Edit::replacement(after, format!(" {}{}", choice.place, above_rule(text, after.end(), line_end)))
                }
                None => Edit::insertion(item.span().end(), format!("{line_end}{line_end}{answer}")),
            });
        }
        found.push(told.fix(fix));
    }
}

/// What is written as the answer; a comment is nothing.
fn written(item: &Item) -> &str {
    item.answer.as_ref().map_or("", |answer| without_comments(answer.text.as_str()))
}

/// Why the tick cannot become the answer, if it cannot (R-Q1).
pub(crate) fn tick_conflict(item: &Item) -> Option<&'static str> {
    let ticked: Vec<&Choice> = item.choices.iter().filter(|choice| choice.ticked).collect();
    let answer = written(item);
    match ticked.as_slice() {
        [] => None,
        [one] if answer.is_empty() || names(item, answer, one) => None,
        [_] => Some("the tick and the answer name different choices"),
        _ => Some("more than one choice is ticked"),
    }
}

/// Why the mark cannot become the recommendation, if it cannot (R-Q1).
pub(crate) fn recommendation_conflict(item: &Item) -> Option<&'static str> {
    let marked: Vec<&Choice> = item.choices.iter().filter(|choice| choice.recommended).collect();
    let text = item.recommendation_text();
    match marked.as_slice() {
        [] => None,
        [one] if text.is_empty() || names(item, text, one) => None,
        [_] => Some("the mark and the recommendation name different choices"),
        _ => Some("more than one choice is marked as recommended"),
    }
}

fn names(item: &Item, words: &str, choice: &Choice) -> bool {
    named_choice(&item.choices, words).is_some_and(|named| std::ptr::eq(named.choice, choice))
}

fn recommended(text: &str, line_end: &str, item: &Item, found: &mut Vec<Diagnostic>) {
    if recommendation_conflict(item).is_some() {
        return;
    }
    let Some(choice) = item.choices.iter().find(|choice| choice.recommended) else { return };
    let Some(span) = choice.spots.0.recommended else { return };
    let mut fix = Fix::new("make it the recommendation", Edit::deletion(span));
    if item.recommendation_text().is_empty() {
        let words: Vec<&str> = choice.text.as_str().split_whitespace().collect();
        let words = format!("{}. {}", settled_letter(item, choice), words.join(" "));
        let label = Label::Recommendation.canonical();
        fix.edits.push(match (&item.recommendation, &item.answer) {
            (Some(field), _) => {
                let after = Span::new(field.spots.0.label.end(), line_end_of(text, field));
                Edit::replacement(after, format!(" {words}{}", above_rule(text, after.end(), line_end)))
            }
            (None, Some(answer)) => {
                Edit::insertion(answer.spots.0.label.start(), format!("{label} {words}{line_end}{line_end}"))
            }
            (None, None) => Edit::insertion(item.span().end(), format!("{line_end}{line_end}{label} {words}")),
        });
    }
    let told = Diagnostic::new(&RECOMMENDED_MARK, trimmed(text, span), "a choice marked as recommended");
    found.push(told.help("write `**Recommendation:** A. text` after the choices").fix(fix));
}

/// What goes after new words in a line that ends at `end`: a rule directly below would belong to them.
pub(crate) fn above_rule<'e>(text: &str, end: usize, line_end: &'e str) -> &'e str {
    if next_line(text, end).is_some_and(is_rule) { line_end } else { "" }
}

fn line_end_of(text: &str, field: &Field) -> usize {
    line_end(text, field.spots.0.label.end())
}

/// The comments among the names of a list; `None` where a name has the sign of one, and nothing is sure.
fn comments_within<'l>(list: &'l str, names: &[String]) -> Option<Vec<&'l str>> {
    let signs = list.matches('#').count();
    if signs == names.iter().map(|name| name.matches('#').count()).sum::<usize>() {
        return Some(Vec::new());
    }
    if names.iter().any(|name| name.contains('#')) {
        return None;
    }
    let comment = |line: &'l str| line.find('#').and_then(|at| line.get(at..)).map(str::trim_end);
    Some(list.lines().filter_map(comment).collect())
}

/// Adds the fix to a list of section names: their number, the names kept as a comment where the headings differ.
pub(crate) fn sections_named(
    text: &str,
    frontmatter: Option<&Frontmatter>,
    sections: &[Section],
    found: &mut [Diagnostic],
) {
    let Some(Sections::Names(names)) = frontmatter.and_then(|frontmatter| frontmatter.sections.as_ref()) else {
        return;
    };
    let titles: Vec<&str> = sections.iter().filter_map(|section| section.title.as_ref().map(Text::as_str)).collect();
    let Some(told) = found.iter_mut().find(|told| *told.rule == SECTION_NAMES) else { return };
    // A wrong count is never changed. A comment behind the list stays where it is, those within it are put together.
    let last_line = Span::new(told.span.end(), line_end(text, told.span.end()));
    let behind = trimmed(text, last_line).of(text);
    if names.len() != titles.len() || !(behind.is_empty() || behind.starts_with('#')) {
        return;
    }
    let Some(within) = comments_within(told.span.of(text), names) else { return };
    let same = names.iter().zip(&titles).all(|(name, title)| name == title);
    let mut comment = if same { String::new() } else { format!("  # {}", names.join(", ")) };
    for part in within {
        comment = comment + "  " + part;
    }
    let one_line = if comment.contains(['\n', '\r']) { String::new() } else { comment };
    let apart = if told.span.of(text).starts_with(['\n', '\r'])
        || text.get(..told.span.start()).is_some_and(|before| before.ends_with(':'))
    {
        " "
    } else {
        ""
    };
    let edit = Edit::replacement(told.span, format!("{apart}{}{one_line}", titles.len()));
    told.fix = Some(Fix::new(format!("write the number for `{}`", CountKey::Sections.as_str()), edit));
}
