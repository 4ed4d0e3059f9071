//! The report of an aggregation as one HTML page that needs nothing from outside.

use clarity_protocol::aggregate::{Bucket, ClarityReport, Detail, Source, UnifiedFinding};
use clarity_protocol::{SEVERITIES, severity_rank};
use envelope_core::text::visible;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};

const STYLE: &str = include_str!("html.css");
const SCRIPT: &str = include_str!("html.js");

/// Nothing is loaded, and nothing but the page's own style and script is run: these are their hashes. The test in a browser
/// prints the new ones when a file was changed.
const POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; \
    style-src 'sha256-hfh0YuDHyQ30AOfz8EQWKMFBFrpO3Kg8JpzuaZwc1pE='; \
    script-src 'sha256-nWEaVBxDC05tzlAlNlcVBJImNVN6U3b8rRtrY4/jlsM='";

/// The page. It can be read without JavaScript; with it, tables are sorted and findings filtered.
///
/// ```
/// use agent_envelope::clarity_protocol::aggregate::{Aggregate, Expected};
/// let report = Aggregate::default().finish(&Expected::new(["<script>alert(1)</script>"]));
/// let page = agent_envelope::html::page(&report);
/// assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert"));
/// ```
pub fn page(report: &ClarityReport) -> String {
    let sections = [
        ("Findings", Some(findings(report).unwrap_or_else(|| html! { p { "None." } }))),
        ("Disagreements", disagreements(report)),
        ("Coverage", coverage(report)),
        ("Gaps", gaps(report)),
        ("Quarantined", quarantined(report)),
        ("Sources", sources(report)),
    ];
    let sections: Vec<(&str, Markup)> = sections.into_iter().filter_map(|(title, body)| Some((title, body?))).collect();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="referrer" content="no-referrer";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Aggregated report" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "Aggregated report" }
                    (statistics(report))
                    nav { @for (title, _) in &sections { a href={ "#" (title) } { (title) } } }
                }
                main { @for (title, body) in &sections { section id=(title) { h2 { (title) } (body) } } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

fn statistics(report: &ClarityReport) -> Markup {
    let stats = &report.stats;
    let count = |name, count: usize, class| (name, count.to_string(), if count > 0 { class } else { "" });
    let coverage = stats.coverage_percent.map_or_else(|| "unknown".to_owned(), |percent| format!("{percent}%"));
    let tiles = [
        count("Findings", stats.total_findings, ""),
        count("Critical", stats.critical, "critical"),
        count("Major", stats.major, "major"),
        count("Minor", stats.minor, "minor"),
        ("Coverage", coverage, ""),
        count("Gaps", report.gaps.len(), "major"),
        count("Results", stats.results, ""),
        count("Clean", stats.clean, ""),
        count("With findings", stats.findings, ""),
        count("Partial", stats.partial, "major"),
        count("Error", stats.error, "critical"),
        count("Unparseable", stats.unparseable, "critical"),
    ];
    html! {
        dl { @for (name, value, class) in tiles { div class=(class) { dt { (name) } dd { (value) } } } }
    }
}

fn findings(report: &ClarityReport) -> Option<Markup> {
    let rows = report.findings.iter().map(|finding| {
        let class = SEVERITIES[severity_rank(finding.severity.as_deref())];
        let target = format!("#{}-sources", finding.id);
        let description = html! {
            (markdown(&finding.description))
            @if let Some(suggestion) = &finding.suggestion { (labelled("Suggestion", suggestion)) }
            @for kind in &finding.disagreements {
                p.label { a href="#Disagreements" { "Disagreement about " (kind.as_str()) } }
            }
        };
        let sources = html! {
            @for Source { file, finding, .. } in &finding.sources {
                p { a href=(target) { (text(file)) @if let Some(id) = &finding.id { " " (text(id)) } } }
            }
        };
        let cells = [
            html! { a href=(target) { (finding.id) } },
            tag(class, finding.severity.as_deref()),
            optional(finding.r#type.as_deref()),
            place(finding.location.as_deref(), finding.counter_location.as_deref()),
            description,
            sources,
        ];
        (Some(finding.id.as_str()), cells)
    });
    let table = table(["ID", "Severity", "Type", "Location", "Description", "Sources"], rows)?;
    Some(html! {
        form hidden {
            label { "Severity" select name="severity" { option value="" { "all" } } }
            label { "Type" select name="type" { option value="" { "all" } } }
            label { "Text" input name="text" type="search"; }
            button type="reset" { "Show all" }
            output {}
        }
        (table)
    })
}

fn disagreements(report: &ClarityReport) -> Option<Markup> {
    let rows = report.disagreements.iter().map(|disagreement| {
        let ids = html! { @for id in &disagreement.ids { a href={ "#" (id) } { (id) } " " } };
        (None, [ids, text(disagreement.kind.as_str()), text(&disagreement.note)])
    });
    table(["Findings", "About", "Assessments"], rows)
}

fn coverage(report: &ClarityReport) -> Option<Markup> {
    let rows = report.coverage.iter().map(|unit| {
        let class = match unit.status {
            Bucket::Clean | Bucket::Findings => "minor",
            Bucket::Partial => "major",
            Bucket::Error | Bucket::Unparseable | Bucket::Missing => "critical",
        };
        let status = tag(class, Some(unit.status.as_str()));
        (None, [text(&unit.unit), status, optional(unit.coverage.as_deref()), html! { (unit.findings) }])
    });
    table(["Unit", "Status", "Coverage", "Findings"], rows)
}

fn gaps(report: &ClarityReport) -> Option<Markup> {
    let rows =
        report.gaps.iter().map(|gap| (None, [text(&gap.unit), optional(gap.file.as_deref()), text(&gap.reason)]));
    let table = table(["Unit", "File", "Reason"], rows)?;
    Some(html! { p { "What did not report, was rejected, or was not covered as a whole." } (table) })
}

fn quarantined(report: &ClarityReport) -> Option<Markup> {
    let rows = report.quarantined.iter().map(|lost| {
        let words = html! { pre tabindex="0" { (text(&lost.text)) } };
        (None, [text(&lost.file), text(&lost.reason), words])
    });
    let table = table(["File", "Reason", "Text"], rows)?;
    Some(html! { p { "These rows and messages are not among the findings." } (table) })
}

/// What each result says about the findings in its own words, with the discussions.
fn sources(report: &ClarityReport) -> Option<Markup> {
    // The discussions of findings are in the order of the findings; those of checks follow.
    let mut details = report.details.iter().peekable();
    let mut articles = Vec::new();
    for finding in &report.findings {
        let own = std::iter::from_fn(|| details.next_if(|detail| detail.id == finding.id));
        articles.push(html! {
            article id={ (finding.id) "-sources" } {
                h3 {
                    a href={ "#" (finding.id) } { (finding.id) } " "
                    (place(finding.location.as_deref(), finding.counter_location.as_deref()))
                }
                @for source in &finding.sources { (source_of(source, finding)) }
                @for detail in own { (discussion(detail)) }
            }
        });
    }
    articles.extend(details.map(|detail| {
        html! {
            article {
                h3 { (text(&detail.id)) }
                p.label { "Discussion in " (text(&detail.file)) }
                (markdown(&detail.text))
            }
        }
    }));
    (!articles.is_empty()).then(|| html! { @for article in articles { (article) } })
}

/// What a result says, as far as the merged finding says something else.
fn source_of(source: &Source, merged: &UnifiedFinding) -> Markup {
    let Source { file, agent, finding, .. } = source;
    let words = [agent, &finding.id, &finding.severity, &finding.r#type];
    let is_here = (&finding.location, &finding.counter_location) == (&merged.location, &merged.counter_location);
    html! {
        div.source {
            p { code { (text(file)) } @for word in words.into_iter().flatten() { ", " (text(word)) } }
            @if !is_here { p { (place(finding.location.as_deref(), finding.counter_location.as_deref())) } }
            @if finding.description != merged.description { (markdown(&finding.description)) }
            @if let Some(suggestion) = &finding.suggestion && finding.suggestion != merged.suggestion {
                (labelled("Suggestion", suggestion))
            }
            @for (name, value) in &finding.extra { (labelled(name, value.as_str().unwrap_or(&value.to_string()))) }
        }
    }
}

fn discussion(detail: &Detail) -> Markup {
    html! { div.source { p { code { (text(&detail.file)) } " discusses:" } (markdown(&detail.text)) } }
}

/// A table that is sorted by its columns, and stacked where there is no room. Rows may have ids.
fn table<'a, const N: usize>(
    columns: [&str; N],
    rows: impl Iterator<Item = (Option<&'a str>, [Markup; N])>,
) -> Option<Markup> {
    let mut rows = rows.peekable();
    rows.peek()?;
    Some(html! {
        table {
            thead { tr { @for column in columns { th scope="col" { (column) } } } }
            tbody {
                @for (id, cells) in rows {
                    tr id=[id] { @for (column, cell) in columns.iter().zip(cells) { td data-label=(column) { (cell) } } }
                }
            }
        }
    })
}

fn tag(class: &str, word: Option<&str>) -> Markup {
    html! { span class={ "tag " (class) } { (optional(word)) } }
}

fn place(location: Option<&str>, counter: Option<&str>) -> Markup {
    html! { (optional(location)) @if let Some(counter) = counter { " ↔ " (text(counter)) } }
}

fn labelled(label: &str, words: &str) -> Markup {
    html! { p.label { (text(label)) } (markdown(words)) }
}

fn optional(words: Option<&str>) -> Markup {
    text(words.unwrap_or("–"))
}

/// An agent's words as they are.
fn text(words: &str) -> Markup {
    html! { (visible(words)) }
}

/// An agent's words as Markdown. HTML in them is shown as text, images are not loaded, only web links are links.
fn markdown(words: &str) -> Markup {
    let words = visible(words);
    let mut targets = Vec::new();
    let events = Parser::new_ext(&words, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH);
    let events = events.map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
        // Alignments would be styles, which the policy forbids.
        Event::Start(Tag::Table(columns)) => Event::Start(Tag::Table(vec![Alignment::None; columns.len()])),
        Event::Start(Tag::Link { ref dest_url, .. }) if is_web(dest_url) => {
            targets.push(None);
            event
        }
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
            targets.push(Some(dest_url));
            Event::Text("".into())
        }
        Event::End(TagEnd::Link | TagEnd::Image) => match targets.pop().flatten() {
            Some(target) => Event::Text(format!(" ({target})").into()),
            None => Event::End(TagEnd::Link),
        },
        event => event,
    });
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events);
    html! { div.markdown { (PreEscaped(out)) } }
}

fn is_web(target: &str) -> bool {
    target.starts_with("https://") || target.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_rendered_and_nothing_in_it_acts() {
        let shown =
            markdown("**a** `b` <img src=x> [c](https://d.org) [e](javascript:f) ![g](https://h.org/i.png)\n\n# j")
                .into_string();
        let expected = "<p><strong>a</strong> <code>b</code> &lt;img src=x&gt; <a href=\"https://d.org\">c</a> e (javascript:f) \
             g (https://h.org/i.png)</p>\n<h1>j</h1>\n";
        assert_eq!(shown, format!("<div class=\"markdown\">{expected}</div>"));
    }
}
