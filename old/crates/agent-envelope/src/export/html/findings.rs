//! The findings of the page, and the choices that filter them.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use clarity_protocol::FindingSeverity;
use clarity_protocol::aggregate::{Detail, FindingSource, UnifiedFinding, UnifiedReport};

use super::escape::Escaped;

/// What an agent that gave no name is called.
const NAMELESS: &str = "no name given";

/// Writes the section.
pub(super) fn write(report: &UnifiedReport, page: &mut String) -> fmt::Result {
    page.push_str("<h2>Findings</h2>\n");
    if report.findings.is_empty() {
        page.push_str("<p>There are none.</p>\n");
        return Ok(());
    }
    let severities = Choice::new("Severity", "severity", report, |finding| vec![Some(finding.severity.as_str())]);
    let kinds = Choice::new("Type", "type", report, |finding| vec![Some(finding.kind.as_str())]);
    let agents = Choice::new("Agent", "agent", report, agents);
    page.push_str("<form hidden>\n");
    for choice in [&severities, &kinds, &agents] {
        choice.write(page)?;
    }
    page.push_str("<button type=\"reset\">Show all</button>\n</form>\n<p id=\"shown\" role=\"status\"></p>\n");
    // Details stand in the order of the findings.
    let mut details = report.details.as_slice();
    report.findings.iter().try_for_each(|finding| {
        let count = details.iter().take_while(|detail| detail.id == finding.id).count();
        let (own, rest) = details.split_at(count);
        details = rest;
        let numbers = [&severities, &kinds, &agents].map(|choice| choice.numbers(finding));
        article(finding, own, &numbers, page)
    })
}

/// One of the lists to choose from. The page filters by the numbers of the words: no word of an agent is a value in it.
struct Choice<'r> {
    label: &'static str,
    name: &'static str,
    of: fn(&UnifiedFinding) -> Vec<Option<&str>>,
    /// Each word with its number and how many findings have it.
    words: BTreeMap<Option<&'r str>, (usize, usize)>,
}

impl<'r> Choice<'r> {
    fn new(
        label: &'static str,
        name: &'static str,
        report: &'r UnifiedReport,
        of: fn(&UnifiedFinding) -> Vec<Option<&str>>,
    ) -> Self {
        let mut words = BTreeMap::new();
        for word in report.findings.iter().flat_map(of) {
            words.entry(word).or_insert((0, 0)).1 += 1;
        }
        for (number, (own, _)) in words.values_mut().enumerate() {
            *own = number;
        }
        Self { label, name, of, words }
    }

    fn write(&self, page: &mut String) -> fmt::Result {
        write!(page, "<label>{} <select name=\"{}\"><option value=\"\">all</option>", self.label, self.name)?;
        for (word, (number, count)) in &self.words {
            let word = Escaped(word.unwrap_or(NAMELESS));
            write!(page, "<option value=\"{number}\">{word} ({count})</option>")?;
        }
        page.push_str("</select></label>\n");
        Ok(())
    }

    /// ` data-name="numbers"` for a finding.
    fn numbers(&self, finding: &UnifiedFinding) -> String {
        let words = (self.of)(finding);
        let numbers = words.iter().filter_map(|word| self.words.get(word)).map(|(number, _)| number.to_string());
        format!(" data-{}=\"{}\"", self.name, numbers.collect::<Vec<_>>().join(" "))
    }
}

/// Each agent once.
fn agents(finding: &UnifiedFinding) -> Vec<Option<&str>> {
    let mut agents: Vec<_> = finding.sources.iter().map(|source| source.agent.as_deref()).collect();
    agents.sort_unstable();
    agents.dedup();
    agents
}

fn article(finding: &UnifiedFinding, details: &[Detail], numbers: &[String; 3], page: &mut String) -> fmt::Result {
    let (id, class, severity) = (&finding.id, class(&finding.severity), Escaped(finding.severity.as_str()));
    let (kind, numbers) = (Escaped(finding.kind.as_str()), numbers.concat());
    let told = agents(finding).into_iter().map(|agent| Escaped(agent.unwrap_or(NAMELESS)).to_string());
    let told = told.collect::<Vec<_>>().join(", ");
    writeln!(
        page,
        "<article id=\"{id}\" class=\"{class}\"{numbers}>\n\
         <h3>{id} · <span class=\"word\">{severity}</span> · {kind} <small>{told}</small></h3>"
    )?;
    let places = [&finding.location, &finding.counter_location].into_iter().flatten();
    let places: Vec<String> = places.map(|place| Escaped(place).to_string()).collect();
    if !places.is_empty() {
        writeln!(page, "<p class=\"text where\">{}</p>", places.join(" ↔ "))?;
    }
    paragraph("", &finding.description, page)?;
    if let Some(suggestion) = &finding.suggestion {
        paragraph("Suggestion", suggestion, page)?;
    }
    for disagreement in &finding.disagreements {
        paragraph(&format!("Disagreement ({})", disagreement.kind.as_str()), &disagreement.note, page)?;
    }
    let plural = if finding.sources.len() == 1 { "" } else { "s" };
    writeln!(page, "<details><summary>{} source{plural}</summary>\n<ul>", finding.sources.len())?;
    finding.sources.iter().try_for_each(|told| source(told, page))?;
    page.push_str("</ul>\n");
    for detail in details {
        paragraph(&detail.file, &detail.text, page)?;
    }
    page.push_str("</details>\n</article>\n");
    Ok(())
}

/// All that one agent said, so that what was merged can be told apart again.
fn source(source: &FindingSource, page: &mut String) -> fmt::Result {
    let (file, id) = (Escaped(&source.file), Escaped(&source.id));
    let agent = Escaped(source.agent.as_deref().unwrap_or(NAMELESS));
    let (severity, kind) = (Escaped(source.severity.as_str()), Escaped(source.kind.as_str()));
    write!(page, "<li><b>{file}</b>, {agent}, {id}: {severity}, {kind}")?;
    for (label, text) in [("at", &source.location), ("against", &source.counter_location)] {
        if let Some(text) = text {
            write!(page, ", {label} {}", Escaped(text))?;
        }
    }
    write!(page, "\n{}", Escaped(&source.description))?;
    if let Some(suggestion) = &source.suggestion {
        write!(page, "\nSuggestion: {}", Escaped(suggestion))?;
    }
    for (name, text) in source.extra.iter() {
        write!(page, "\n{}: {}", Escaped(name), Escaped(text))?;
    }
    page.push_str("</li>\n");
    Ok(())
}

fn paragraph(label: &str, text: &str, page: &mut String) -> fmt::Result {
    let label = if label.is_empty() { String::new() } else { format!("<b>{}:</b> ", Escaped(label)) };
    writeln!(page, "<p class=\"text\">{label}{}</p>", Escaped(text))
}

/// The colour of a severity; an agent's own word has none.
fn class(severity: &FindingSeverity) -> &'static str {
    match severity {
        FindingSeverity::Critical => "critical",
        FindingSeverity::Major => "major",
        FindingSeverity::Minor => "minor",
        FindingSeverity::Other(_) => "other",
    }
}
