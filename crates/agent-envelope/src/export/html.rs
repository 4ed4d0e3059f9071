//! A unified report as one page for a browser: no network, no script from elsewhere, every word of an agent escaped.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};

use clarity_protocol::aggregate::{Covered, Detail, Percent, Stats, UnifiedFinding, UnifiedReport};

/// What the page may load: nothing. Its own style and script are in it; a handler in a text would not run.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-envelope'; base-uri 'none'; \
                      form-action 'none'";

/// The page.
///
/// ```
/// use agent_envelope::{clarity_protocol::Aggregate, export::html::page};
/// let mut aggregate = Aggregate::new();
/// aggregate.expect(["<script>alert(1)</script>"]);
/// let page = page(&aggregate.finish());
/// assert!(page.starts_with("<!doctype html>") && !page.contains("<script>alert"));
/// ```
pub fn page(report: &UnifiedReport) -> String {
    let mut page = String::new();
    // Writing to a string does not fail.
    let _ = write(report, &mut page);
    page
}

fn write(report: &UnifiedReport, page: &mut String) -> fmt::Result {
    write!(
        page,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Findings</title>\n<style>\n{}</style>\n</head>\n<body>\n<h1>Findings</h1>\n",
        include_str!("page.css")
    )?;
    stats(&report.stats, page)?;
    coverage(report, page)?;
    findings(report, page)?;
    let told = |entry: &clarity_protocol::aggregate::Disagreement| {
        let ids: Vec<String> = entry.ids.iter().map(ToString::to_string).collect();
        [entry.kind.as_str().to_owned(), ids.join(", "), entry.note.to_string()]
    };
    table("Disagreements", ["Kind", "Findings", "Note"], report.disagreements.iter().map(told), page)?;
    let told = |gap: &clarity_protocol::aggregate::Gap| {
        [gap.unit.to_string(), gap.status.as_str().to_owned(), gap.reason.to_string()]
    };
    table("Gaps", ["Unit", "Status", "Why"], report.gaps.iter().map(told), page)?;
    let told = |row: &clarity_protocol::aggregate::Quarantined| {
        let cells: Vec<String> = row.cells.iter().map(|(name, cell)| format!("{name}: {cell}")).collect();
        let text = row.text.as_ref().map(ToString::to_string).into_iter().chain(cells).collect::<Vec<_>>();
        [row.file.to_string(), row.reason.to_string(), text.join("\n")]
    };
    table("Not understood", ["File", "Why", "Text"], report.quarantined.iter().map(told), page)?;
    write!(page, "<script nonce=\"envelope\">\n{}</script>\n</body>\n</html>\n", include_str!("page.js"))
}

fn stats(stats: &Stats, page: &mut String) -> fmt::Result {
    let coverage = stats.coverage_percent.map_or_else(|| "unknown".to_owned(), |mean| format!("{:.0}%", mean.get()));
    let figures = [
        ("Results", stats.results.to_string()),
        ("Clean", stats.clean.to_string()),
        ("With findings", stats.findings.to_string()),
        ("Partial", stats.partial.to_string()),
        ("Error", stats.error.to_string()),
        ("Unparseable", stats.unparseable.to_string()),
        ("Critical", stats.critical.to_string()),
        ("Major", stats.major.to_string()),
        ("Minor", stats.minor.to_string()),
        ("Coverage", coverage),
    ];
    page.push_str("<dl class=\"stats\">\n");
    for (name, figure) in figures {
        writeln!(page, "<div><dt>{name}</dt><dd>{figure}</dd></div>")?;
    }
    page.push_str("</dl>\n");
    Ok(())
}

fn coverage(report: &UnifiedReport, page: &mut String) -> fmt::Result {
    if report.coverage.is_empty() {
        return Ok(());
    }
    page.push_str("<h2>Coverage</h2>\n<table>\n<thead><tr><th>Unit</th><th>Status</th><th>Covered</th>");
    page.push_str("<th>Findings</th></tr></thead>\n");
    for unit in &report.coverage {
        let percent = unit.coverage.as_ref().and_then(Covered::percent).map(Percent::get);
        let bar = percent.map_or_else(
            || {
                unit.coverage
                    .as_ref()
                    .map_or_else(|| "unknown".to_owned(), |covered| Escaped(&covered.to_string()).to_string())
            },
            |percent| format!("{percent:.0}% <div class=\"bar\"><i style=\"width:{percent:.0}%\"></i></div>"),
        );
        let (name, status) = (Escaped(&unit.unit), unit.status.as_str());
        writeln!(page, "<tr><td>{name}</td><td>{status}</td><td>{bar}</td><td>{}</td></tr>", unit.findings)?;
    }
    page.push_str("</table>\n");
    Ok(())
}

fn findings(report: &UnifiedReport, page: &mut String) -> fmt::Result {
    let all = |of: fn(&UnifiedFinding) -> Vec<&str>| report.findings.iter().flat_map(of).collect::<BTreeSet<_>>();
    page.push_str("<h2>Findings</h2>\n<form>\n");
    choice("Severity", "severity", &all(|finding| vec![finding.severity.as_str()]), page)?;
    choice("Type", "type", &all(|finding| vec![finding.kind.as_str()]), page)?;
    choice("Agent", "agent", &all(agents), page)?;
    page.push_str("</form>\n<p id=\"shown\"></p>\n");
    // Details stand in the order of the findings.
    let mut details = report.details.as_slice();
    report.findings.iter().try_for_each(|finding| {
        let count = details.iter().take_while(|detail| detail.id == finding.id).count();
        let (own, rest) = details.split_at(count);
        details = rest;
        article(finding, own, page)
    })
}

fn choice(label: &str, name: &str, words: &BTreeSet<&str>, page: &mut String) -> fmt::Result {
    write!(page, "<label>{label} <select name=\"{name}\"><option value=\"\">all</option>")?;
    for word in words {
        write!(page, "<option value=\"{0}\">{0}</option>", Escaped(word))?;
    }
    page.push_str("</select></label>\n");
    Ok(())
}

fn article(finding: &UnifiedFinding, details: &[Detail], page: &mut String) -> fmt::Result {
    let (severity, kind) = (finding.severity.as_str(), finding.kind.as_str());
    let agents = serde_json::to_string(&agents(finding)).unwrap_or_default();
    writeln!(
        page,
        "<article id=\"{0}\" data-severity=\"{1}\" data-type=\"{2}\" data-agents=\"{3}\">\n<h3>{0} · {1} · {2}</h3>",
        finding.id,
        Escaped(severity),
        Escaped(kind),
        Escaped(&agents)
    )?;
    let places = [&finding.location, &finding.counter_location].into_iter().flatten().map(|place| &**place);
    writeln!(page, "<p class=\"where\">{}</p>", Escaped(&places.collect::<Vec<_>>().join(" ↔ ")))?;
    writeln!(page, "<p class=\"text\">{}</p>", Escaped(&finding.description))?;
    if let Some(suggestion) = &finding.suggestion {
        writeln!(page, "<p class=\"text\"><b>Suggestion:</b> {}</p>", Escaped(suggestion))?;
    }
    for disagreement in &finding.disagreements {
        let (kind, note) = (disagreement.kind.as_str(), Escaped(&disagreement.note));
        writeln!(page, "<p class=\"text\"><b>Disagreement ({kind}):</b> {note}</p>")?;
    }
    writeln!(page, "<details><summary>{} sources</summary>", finding.sources.len())?;
    for source in &finding.sources {
        let agent = source.agent.as_deref().unwrap_or("unknown agent");
        let (file, id, severity) = (Escaped(&source.file), Escaped(&source.id), Escaped(source.severity.as_str()));
        writeln!(
            page,
            "<p class=\"text\">{file}, {}, {id}, {severity}: {}</p>",
            Escaped(agent),
            Escaped(&source.description)
        )?;
    }
    for detail in details {
        writeln!(page, "<p class=\"text\"><b>{}:</b> {}</p>", Escaped(&detail.file), Escaped(&detail.text))?;
    }
    page.push_str("</details>\n</article>\n");
    Ok(())
}

fn agents(finding: &UnifiedFinding) -> Vec<&str> {
    finding.sources.iter().filter_map(|source| source.agent.as_deref()).collect()
}

fn table(
    title: &str,
    columns: [&str; 3],
    rows: impl ExactSizeIterator<Item = [String; 3]>,
    page: &mut String,
) -> fmt::Result {
    if rows.len() == 0 {
        return Ok(());
    }
    let head = columns.map(|column| format!("<th>{column}</th>")).concat();
    writeln!(page, "<h2>{title}</h2>\n<table>\n<thead><tr>{head}</tr></thead>")?;
    for row in rows {
        let cells = row.map(|cell| format!("<td>{}</td>", Escaped(&cell))).concat();
        writeln!(page, "<tr>{cells}</tr>")?;
    }
    page.push_str("</table>\n");
    Ok(())
}

/// An agent's words, fit for text and for values in double quotes; control characters become visible.
struct Escaped<'t>(&'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|char| match char {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            '\n' | '\t' => f.write_char(char),
            control if control.is_control() => f.write_char('\u{fffd}'),
            // These turn the direction of what stands around them.
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => f.write_char('\u{fffd}'),
            char => f.write_char(char),
        })
    }
}
