//! Values to try the laws on: extras, quarantined rows and disagreeing counts included.

use clarity_protocol::{
    Block, ClarityResult, Confidence, Finding, FindingSeverity, FindingType, Metadata, Metric, MetricKind, Metrics,
    ResultStatus, ResultType, Role, SummaryLine,
};
use envelope_core::Status;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

/// Text on one line without blanks around it.
fn text() -> impl Strategy<Value = String> {
    let odd = r"[a-zA-Z0-9|\\/`é中: .<>#*_~{}\[\]()%-]{1,24}".prop_map(|text| text.trim().to_owned());
    prop_oneof![4 => odd, 1 => Just("docs/a.md".to_owned())].prop_filter("not blank", |text| !text.is_empty())
}

/// Text of a cell; back-ticks only in pairs, because a lone one may pair with that of another cell.
fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => r"[a-zA-Z0-9|\\/é中: .<>#*_~{}()%-]{0,16}".prop_map(|text| text.trim().to_owned()),
        1 => r"[a-z|\\ ]{1,6}".prop_map(|inner| format!("see `x{inner}x` there")),
    ]
}

fn kind() -> impl Strategy<Value = ResultType> {
    prop::sample::select(&ResultType::ALL[..])
}

/// The value of a metric: of its kind, or not.
fn figure(metric: &'static Metric) -> BoxedStrategy<Option<String>> {
    match metric.value {
        MetricKind::Text | MetricKind::Pair => option::of(text()).boxed(),
        MetricKind::Count => option::weighted(0.9, prop_oneof![4 => "[0-3]", 1 => "many|-1|1\\.5|007"]).boxed(),
        MetricKind::Ratio => option::weighted(0.9, prop_oneof![4 => "[0-3]/[0-3]", 1 => "most|1|1/2/3"]).boxed(),
    }
}

pub(crate) fn line() -> impl Strategy<Value = SummaryLine> {
    let status = prop::sample::select(ResultStatus::ALL);
    let of_kind = kind().prop_flat_map(|kind| {
        let figures: Vec<_> = Metric::of(kind).map(figure).collect();
        (Just(kind), figures)
    });
    let coverage = option::of(prop_oneof![Just("70%".to_owned()), Just("100%".to_owned()), text()]);
    let pairs = vec(("[A-Z][a-z]{3,6}( [a-z]{1,4}){0,2}", prop_oneof![4 => text(), 1 => Just(String::new())]), 0..3);
    (status, of_kind, coverage, option::of(text()), pairs, any::<bool>()).prop_map(
        |(status, (kind, figures), coverage, reason, pairs, again)| {
            let mut line = SummaryLine::new(status, Metrics::new(kind));
            for (metric, figure) in Metric::of(kind).zip(figures) {
                let Some(figure) = figure else { continue };
                if !line.metrics.set(metric.key, &figure) {
                    line = line.pair(metric.key, figure);
                } else if again && metric.value == MetricKind::Count {
                    line = line.pair(metric.key, "9");
                }
            }
            for (key, value) in pairs {
                let known =
                    Metric::find(kind, &key).is_some() || ["Type", "Coverage", "Reason"].contains(&key.as_str());
                if !known {
                    line = line.pair(key, value);
                }
            }
            line.coverage = coverage;
            line.reason = reason;
            line
        },
    )
}

fn metadata() -> impl Strategy<Value = Metadata> {
    let lines = vec(r"[a-z|:*#>é -]{0,12}", 0..3);
    let value = (text(), lines).prop_map(|(first, rest)| {
        let rest: Vec<&str> = rest.iter().map(|line| line.trim_end()).collect();
        [&[first.as_str()], rest.as_slice()].concat().join("\n").trim_end().to_owned()
    });
    let value = value.boxed();
    let field = || option::weighted(0.8, value.clone());
    let confidence = option::weighted(0.8, "high|medium|low|very sure|high / low");
    let other = vec(("[A-Z][a-z]{3,6}( [a-z]{1,4}){0,2}", text()), 0..2);
    (field(), field(), field(), field(), confidence, other).prop_map(
        |(agent, assigned, scope, coverage, confidence, other)| {
            let mut metadata = Metadata::default();
            metadata.set("Protocol", "v1");
            let said = [("Agent", agent), ("Assigned", assigned), ("Scope", scope), ("Coverage", coverage)];
            for (key, value) in said {
                if let Some(value) = value {
                    metadata.set(key, value);
                }
            }
            metadata.confidence = confidence.map(|word| Confidence::read(&word));
            for (key, value) in other {
                metadata.set(&key, value);
            }
            metadata
        },
    )
}

fn finding() -> impl Strategy<Value = Finding> {
    let severity =
        option::weighted(0.9, "critical|major|minor|grave").prop_map(|it| it.map(|it| FindingSeverity::read(&it)));
    let kind =
        option::weighted(0.9, "contradiction|regression|typo").prop_map(|it| it.map(|it| FindingType::read(&it)));
    let blank = |cell: String| (!cell.is_empty()).then_some(cell);
    let somewhere =
        cell().prop_map(|cell| if ["--", "-", "n/a"].contains(&cell.as_str()) { String::new() } else { cell });
    (option::weighted(0.9, "F[1-4]"), severity, kind, cell(), somewhere, cell(), cell(), vec(cell(), 0..2)).prop_map(
        move |(id, severity, kind, location, counter, description, suggestion, surplus)| {
            let mut finding = Finding::default();
            finding.id = id;
            finding.severity = severity;
            finding.kind = kind;
            finding.location = blank(location);
            finding.counter_location = blank(counter);
            finding.description = blank(description);
            finding.suggestion = blank(suggestion);
            finding.surplus = surplus;
            finding
        },
    )
}

/// A finding table; columns may be missing, and the rows then lack their cells.
fn findings() -> impl Strategy<Value = Block> {
    let all = ["ID", "Severity", "Type", "Location", "Counter-location", "Description", "Suggestion", "Owner", "p|q"];
    let columns =
        Just(all.to_vec()).prop_shuffle().prop_flat_map(|all| (Just(all), vec(prop::bool::weighted(0.85), 9)));
    (columns, vec((finding(), cell(), cell()), 0..4)).prop_map(|((all, keep), rows)| {
        let kept = all.iter().zip(keep).filter(|(name, keep)| *keep || ["Severity", "Type", "Location"].contains(name));
        let columns: Vec<String> = kept.map(|(name, _)| (*name).to_owned()).collect();
        let has = |name: &str| columns.iter().any(|column| column == name);
        let rows = rows
            .into_iter()
            .map(|(mut row, one, other)| {
                row.id = row.id.filter(|_| has("ID"));
                row.counter_location = row.counter_location.filter(|_| has("Counter-location"));
                row.description = row.description.filter(|_| has("Description"));
                row.suggestion = row.suggestion.filter(|_| has("Suggestion"));
                let extra = columns.iter().filter(|name| ["Owner", "p|q"].contains(&name.as_str()));
                row.extra = extra.map(|name| if name == "Owner" { one.clone() } else { other.clone() }).collect();
                row
            })
            .collect();
        Block::Findings { columns, rows }
    })
}

fn table() -> impl Strategy<Value = Vec<Block>> {
    let status = "applied|partial|missing|not-applicable|later";
    let checklist = vec((cell(), status, vec(cell(), 0..3)), 0..4).prop_map(|rows| {
        let rows = rows.into_iter().map(|(item, status, rest)| [vec![item, status], rest].concat()).collect();
        let columns = ["Item", "Status", "Notes"].map(str::to_owned).to_vec();
        vec![Block::section("Checklist", ""), Block::Table { role: Role::Checklist, columns, rows }]
    });
    let criteria = vec((cell(), "pass|fail|flaky", cell()), 0..4).prop_map(|rows| {
        let rows = rows.into_iter().map(|(name, result, evidence)| vec![name, result, evidence]).collect();
        let columns = ["Criterion", "Result", "Evidence"].map(str::to_owned).to_vec();
        vec![Block::section("Acceptance Criteria", ""), Block::Table { role: Role::Criteria, columns, rows }]
    });
    let files = vec("[a-z]{1,8}\\.rs: [a-z ]{1,8}[a-z]", 1..4).prop_map(|items| {
        let text = items.iter().map(|item| format!("- {item}")).collect::<Vec<_>>().join("\n");
        vec![Block::section("Files Modified", ""), Block::List { role: Role::Files, text }]
    });
    prop_oneof![checklist, criteria, files]
}

fn raw() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "Some words, and a | pipe.",
        "```\nRESULT: ERROR | Type: digest\n| a | b |\n```",
        "> a quotation\n> of two lines",
        "| a | b |\n|---|---|\n| 1 | 2 |",
        "- a list\n  - inside\n- again",
        "<!-- a remark -->",
        "[ref]: https://example.org",
        "***",
        "Result: clean",
    ])
    .prop_map(str::to_owned)
}

fn part() -> impl Strategy<Value = Vec<Block>> {
    let section = ("[A-Z][a-z]{4,8}x", option::of(raw()))
        .prop_map(|(title, text)| vec![Block::section(&title, text.unwrap_or_default())]);
    let findings = (findings(), option::of(raw())).prop_map(|(table, text)| {
        let after = text.map(|text| Block::Raw { text });
        [Block::section("Findings", ""), table].into_iter().chain(after).collect()
    });
    let discussion =
        ("F[1-6]", "[a-z ]{0,8}[a-z]", raw()).prop_map(|(id, title, body)| vec![Block::discussion(&id, &title, &body)]);
    let other = line().prop_map(|line| {
        let text = clarity_protocol::render(&ClarityResult::new(line));
        vec![Block::Result { line: text.trim().to_owned() }]
    });
    prop_oneof![3 => section, 3 => findings, 3 => table(), 2 => discussion, 1 => other]
}

pub(crate) fn result() -> impl Strategy<Value = ClarityResult> {
    let before = prop_oneof![4 => Just(String::new()), 1 => Just("Here is the report:".to_owned())];
    let carried = option::weighted(0.2, "completed|partial|blocked|failed");
    (line(), before, option::weighted(0.9, metadata()), vec(part(), 0..5), carried).prop_map(
        |(line, before, metadata, parts, carried)| {
            let mut result = ClarityResult::new(line).metadata(metadata.unwrap_or_default());
            result.before = before;
            result.blocks = parts.concat();
            if let Some(outcome) = carried {
                let object = [("outcome".to_owned(), outcome.into()), ("session".to_owned(), "s `|` ```".into())];
                result.blocks.push(Block::Carried { object: object.into_iter().collect() });
            }
            result
        },
    )
}
