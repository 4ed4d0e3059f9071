//! A unified report as one page for a browser: no network, no script from elsewhere, every word of an agent escaped.

mod escape;
mod findings;

use std::fmt::{self, Write as _};

use clarity_protocol::aggregate::{Covered, Disagreement, Gap, Quarantined, Stats, UnifiedReport, UnitCoverage};

use escape::Escaped;

const STYLE: &str = concat!("\n", include_str!("page.css"));
const SCRIPT: &str = concat!("\n", include_str!("page.js"));

/// The hashes by which the page's own style and script are known; a test compares them. Nothing else runs or loads, not
/// even what would slip through the escapes.
const STYLE_HASH: &str = "QQ/Dtsow6kAZlrbpfCEGucvPQBLIXHPqcnD2Z13Nr0A=";
const SCRIPT_HASH: &str = "SIUG9Cun/cfGoU4Qz1mH96+hgQU9m9dHeSAQxhxJedU=";

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
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{STYLE_HASH}'; \
         script-src 'sha256-{SCRIPT_HASH}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Findings</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>Findings of all agents</h1>\n"
    )?;
    stats(&report.stats, page)?;
    findings::write(report, page)?;
    let told = |entry: &Disagreement| {
        let ids: Vec<String> = entry.ids.iter().map(|id| format!("<a href=\"#{id}\">{id}</a>")).collect();
        [escaped(entry.kind.as_str()), ids.join(", "), escaped(&entry.note)]
    };
    table("Disagreements", ["Kind", "Findings", "Note"], report.disagreements.iter().map(told), page)?;
    coverage(report, page)?;
    let told = |gap: &Gap| [escaped(&gap.unit), escaped(gap.status.as_str()), escaped(&gap.reason)];
    table("Gaps", ["Unit", "Status", "Why"], report.gaps.iter().map(told), page)?;
    let told = |row: &Quarantined| {
        let cells: Vec<String> = row.cells.iter().map(|(name, cell)| format!("{name}: {cell}")).collect();
        let text = row.text.as_ref().map(ToString::to_string).into_iter().chain(cells).collect::<Vec<_>>();
        [escaped(&row.file), escaped(&row.reason), escaped(&text.join("\n"))]
    };
    table("Not understood", ["File", "Why", "Text"], report.quarantined.iter().map(told), page)?;
    write!(page, "<script>{SCRIPT}</script>\n</body>\n</html>\n")
}

fn stats(stats: &Stats, page: &mut String) -> fmt::Result {
    let coverage = stats.coverage_percent.map_or_else(|| "unknown".to_owned(), |mean| mean.to_string());
    let count = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let (findings, results) = (count(stats.total_findings.get(), "finding"), count(stats.results.get(), "result"));
    writeln!(page, "<p class=\"lead\">{findings} in {results}</p>")?;
    let figures = [
        ("Critical", stats.critical.to_string(), "critical"),
        ("Major", stats.major.to_string(), "major"),
        ("Minor", stats.minor.to_string(), "minor"),
        ("Coverage", coverage, ""),
        ("Results", stats.results.to_string(), ""),
        ("Clean", stats.clean.to_string(), ""),
        ("With findings", stats.findings.to_string(), ""),
        ("Partial", stats.partial.to_string(), "major"),
        ("Error", stats.error.to_string(), "critical"),
        ("Unparseable", stats.unparseable.to_string(), "critical"),
    ];
    page.push_str("<dl class=\"stats\">\n");
    for (name, figure, class) in figures {
        let class = if class.is_empty() || figure == "0" { String::new() } else { format!(" class=\"some {class}\"") };
        writeln!(page, "<div{class}><dt>{name}</dt><dd>{figure}</dd></div>")?;
    }
    page.push_str("</dl>\n");
    Ok(())
}

fn coverage(report: &UnifiedReport, page: &mut String) -> fmt::Result {
    let told = |unit: &UnitCoverage| {
        let percent = unit.coverage.as_ref().and_then(Covered::percent);
        let words =
            || unit.coverage.as_ref().map_or_else(|| "unknown".to_owned(), |covered| escaped(&covered.to_string()));
        let bar = percent.map_or_else(words, |percent| {
            let (value, shown) = (percent.get(), percent.to_string());
            format!("<meter min=\"0\" max=\"100\" low=\"50\" high=\"90\" optimum=\"100\" value=\"{value}\">{shown}</meter> {shown}")
        });
        [escaped(&unit.unit), escaped(unit.status.as_str()), bar, unit.findings.to_string()]
    };
    table("Coverage", ["Unit", "Status", "Covered", "Findings"], report.coverage.iter().map(told), page)
}

/// A table of cells that are fit for a page already; nothing where there are no rows.
fn table<const N: usize>(
    title: &str,
    columns: [&str; N],
    rows: impl ExactSizeIterator<Item = [String; N]>,
    page: &mut String,
) -> fmt::Result {
    if rows.len() == 0 {
        return Ok(());
    }
    let head = columns.map(|column| format!("<th>{column}</th>")).concat();
    writeln!(page, "<h2>{title}</h2>\n<table>\n<thead><tr>{head}</tr></thead>\n<tbody>")?;
    for row in rows {
        page.push_str("<tr>");
        for (column, cell) in columns.iter().zip(row) {
            write!(page, "<td data-column=\"{column}\">{cell}</td>")?;
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table>\n");
    Ok(())
}

fn escaped(text: &str) -> String {
    Escaped(text).to_string()
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;

    fn base64(bytes: &[u8]) -> String {
        const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let mut text = String::new();
        for group in bytes.chunks(3) {
            let bits = group.iter().chain([&0; 2]).take(3).fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
            for place in 0..4 {
                let digit = char::from(DIGITS[bits >> (18 - 6 * place) & 63]);
                text.push(if place > group.len() { '=' } else { digit });
            }
        }
        text
    }

    #[test]
    fn a_gap_is_not_rounded_away() {
        let report = |percent: f64| {
            let mut report = UnifiedReport::default();
            report.stats.coverage_percent = clarity_protocol::aggregate::Percent::new(percent);
            page(&report)
        };
        assert!(report(99.6).contains("<dd>99.6%</dd>"));
        assert!(report(100.0).contains("<dd>100%</dd>"));
        assert!(!report(99.99).contains("100%</dd>"));
    }

    #[test]
    fn one_is_one() {
        let mut report = UnifiedReport::default();
        report.stats.results = envelope_core::Count::new(1).unwrap();
        assert!(page(&report).contains(">0 findings in 1 result<"));
    }

    #[test]
    fn the_policy_names_the_style_and_the_script_of_the_page() {
        assert_eq!(base64(b"any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw==");
        assert_eq!(base64(&Sha256::digest(STYLE)), STYLE_HASH);
        assert_eq!(base64(&Sha256::digest(SCRIPT)), SCRIPT_HASH);
    }
}
