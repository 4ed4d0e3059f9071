//! The pages, and what is asked of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, thread, time};

use serde_json::Value;

use crate::canary::Canary;
use crate::driver::Browser;

/// What hostile words would leave behind if any of them ran.
const TRACES: &str = "return [window.hacked ?? null, document.title, performance.getEntriesByType('resource').length,
    [...document.querySelectorAll('*')].filter((one) => [...one.attributes].some(({ name }) => /^on|^style$|^src/.test(name))).length,
    [...new Set([...document.querySelectorAll('*')].map(({ localName }) => localName))].sort().join(' '),
    [...document.querySelectorAll('[href]')].filter((one) => !/^#G[0-9]+$/.test(one.getAttribute('href'))).length,
    document.querySelectorAll('script').length];";

/// Every element that the page may have.
const ELEMENTS: &str = "a article b body button dd details div dl dt form h1 h2 h3 head html label li meta meter option p \
                        script select small span style summary table tbody td th thead title tr ul";

/// Words that would do something if they were not escaped; `HOST` becomes the address of the canary.
const WORDS: &[&str] = &[
    "__proto__",
    "constructor",
    "</script><script>window.hacked = 1</script>",
    "\"><img src=HOSTa onerror=window.hacked=2>",
    "'><svg onload=window.hacked=3>",
    "javascript:window.hacked=4",
    "<a href='javascript:window.hacked=5' autofocus onfocus=window.hacked=5>x</a>",
    "</style><style>@import 'HOSTb';*{background:url(HOSTc)}</style>",
    "<iframe src=HOSTd></iframe><link rel=stylesheet href=HOSTe><base href=HOSTf>",
    "<meta http-equiv=refresh content='0;url=HOSTg'>",
    "</title></textarea><plaintext>",
    "<!--",
    "]]>&lt;&#60;img src=x onerror=window.hacked=6&gt;",
    "\u{202e}gnp.exe\u{202c}\u{200f}\u{2066}abc",
    "\u{1b}[2J\u{7f}\u{9b}",
    "${window.hacked=7} {{constructor.constructor('window.hacked=8')()}}",
    "אבג דהו",
];

const HEAD: &str = "| ID | Severity | Type | Location | Counter-location | Description | Suggestion |\n|---|---|---|---|---|---|---|\n";

pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser").join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(folder.join("reports")).expect("a folder");
    folder
}

pub(crate) fn message(agent: &str, rows: &str, count: usize) -> String {
    format!(
        "RESULT: FINDINGS | Type: consistency | Pair: a/b | Findings: {count} | Critical: 0 | Major: 0 | Minor: 0\n\n---\n\
         **Protocol**: v1\n**Agent**: {agent}\n**Assigned**: {agent}\n**Scope**: {agent}\n**Coverage**: 40%\n\
         **Confidence**: high\n---\n\n## Findings\n\n{HEAD}{rows}"
    )
}

/// Writes a message of each hostile word: as agent, file, severity, type, place, text and suggestion.
fn hostile(folder: &Path, host: &str) {
    for (at, word) in WORDS.iter().enumerate() {
        let word = word.replace("HOST", host);
        let cell = word.replace('|', "\\|");
        let severity = ["critical", "major", "minor", cell.as_str()][at % 4];
        let row = format!(
            "| F1 | {severity} | {cell} | {cell} {at} | {cell} | {cell} | {cell} |\n| F2 | minor | gap | here {at} | -- | x | -- |\n"
        );
        let text = message(&word, &row, 2) + &format!("\n### F1\n\n{word}\n");
        let name: String = word.chars().filter(|letter| *letter != '/').take(60).collect();
        fs::write(folder.join("reports").join(format!("{at} {name}.md")), text).expect("a message");
    }
    fs::write(folder.join("reports/nothing.md"), WORDS.join("\n").replace("HOST", host)).expect("a message");
    let units: Vec<String> = WORDS.iter().map(|word| word.replace("HOST", host)).collect();
    fs::write(folder.join("units.json"), serde_json::to_string(&units).expect("JSON")).expect("units");
}

pub(crate) fn aggregate(folder: &Path, format: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_envelope"));
    command.args(["aggregate", "--quiet", "--format", format, "reports"]).current_dir(folder);
    if folder.join("units.json").exists() {
        command.args(["--expect", "units.json"]);
    }
    let output = command.output().expect("the command runs");
    assert_ne!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Opens a text as a page and gives it time to do what it should not.
pub(crate) fn opened(folder: &Path, page: &str, phone: bool) -> Browser {
    let file = folder.join("page.html");
    fs::write(&file, page).expect("a page");
    let browser = Browser::start(&folder.join("profile"), phone);
    browser.open(&file);
    thread::sleep(time::Duration::from_millis(500));
    browser
}

#[track_caller]
fn is_untouched(browser: &Browser, canary: &Canary) {
    let traces = browser.run(TRACES);
    let [hacked, title, loaded, handlers, elements, links, scripts] = traces.as_array().expect("traces").as_slice()
    else {
        panic!("{traces}")
    };
    assert_eq!((hacked, title.as_str()), (&Value::Null, Some("Findings")));
    assert_eq!(
        (loaded.as_u64(), handlers.as_u64(), links.as_u64(), scripts.as_u64()),
        (Some(0), Some(0), Some(0), Some(1))
    );
    let known: BTreeSet<&str> = ELEMENTS.split_whitespace().collect();
    let foreign: Vec<&str> =
        elements.as_str().expect("names").split(' ').filter(|name| !known.contains(name)).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    assert_eq!(canary.heard(), 0, "a request left the page");
}

/// The ids that each choice of each list shows, by trying them all; and that of `Show all`.
const TRY_ALL: &str = "const form = document.querySelector('form');
    const shown = () => [...document.querySelectorAll('article')].filter((one) => one.checkVisibility()).map(({ id }) => id);
    const result = {};
    for (const select of form.querySelectorAll('select')) {
        result[select.name] = [...select.options].slice(1).map((option) => {
            select.value = option.value;
            select.dispatchEvent(new Event('input', { bubbles: true }));
            return shown();
        });
        select.value = '';
        select.dispatchEvent(new Event('input', { bubbles: true }));
    }
    const [first, second] = form.querySelectorAll('select');
    first.selectedIndex = 1; second.selectedIndex = 1;
    second.dispatchEvent(new Event('input', { bubbles: true }));
    result.both = [shown()];
    result.told = document.querySelector('#shown').textContent;
    form.querySelector('button').click();
    return new Promise((done) => setTimeout(() => done({ ...result, all: [shown()] }), 200));";

/// The same from the report as JSON.
fn expected(report: &Value) -> BTreeMap<&'static str, Vec<Vec<String>>> {
    type Words<'r> = fn(&'r Value) -> Vec<Option<&'r str>>;
    let lists: [(&str, Words<'_>); 3] = [
        ("severity", |finding| vec![finding["severity"].as_str()]),
        ("type", |finding| vec![finding["type"].as_str()]),
        ("agent", |finding| {
            finding["sources"].as_array().expect("sources").iter().map(|source| source["agent"].as_str()).collect()
        }),
    ];
    let findings = report["findings"].as_array().expect("findings");
    let id = |finding: &Value| finding["id"].as_str().expect("an id").to_owned();
    let mut all: BTreeMap<&str, Vec<Vec<String>>> = BTreeMap::new();
    for (name, words) in lists {
        let mut shown: BTreeMap<Option<&str>, Vec<String>> = BTreeMap::new();
        for finding in findings {
            let words: BTreeSet<_> = words(finding).into_iter().collect();
            for word in words {
                shown.entry(word).or_default().push(id(finding));
            }
        }
        all.insert(name, shown.into_values().collect());
    }
    let both = all["severity"][0].iter().filter(|id| all["type"][0].contains(id)).cloned().collect();
    all.insert("both", vec![both]);
    all.insert("all", vec![findings.iter().map(id).collect()]);
    all
}

#[track_caller]
fn filters_work(browser: &Browser, report: &Value) {
    let mut tried = browser.run(TRY_ALL);
    let told = tried["told"].take();
    let expected = expected(report);
    let (count, both) = (expected["all"][0].len(), expected["both"][0].len());
    assert_eq!(told.as_str(), Some(format!("{both} of {count} shown").as_str()));
    for (name, expected) in expected {
        let tried: Vec<Vec<String>> = serde_json::from_value(tried[name].take()).expect("lists of ids");
        assert!(tried == expected, "{name}: {} choices, {} expected", tried.len(), expected.len());
    }
}

pub(crate) fn hostile_words_do_nothing() {
    let (folder, canary) = (folder("hostile"), Canary::listen());
    hostile(&folder, &canary.url());
    let report: Value = serde_json::from_str(&aggregate(&folder, "json")).expect("JSON");
    assert!(report["findings"].as_array().is_some_and(|findings| findings.len() >= WORDS.len()), "{}", report["stats"]);
    assert!(report["coverage"].as_array().is_some_and(|units| units.len() >= WORDS.len()));
    let browser = opened(&folder, &aggregate(&folder, "html"), false);
    is_untouched(&browser, &canary);
    filters_work(&browser, &report);
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; }); dispatchEvent(new Event('beforeprint'));");
    is_untouched(&browser, &canary);
    let text = browser.run("return document.body.innerText;");
    let text = text.as_str().expect("text");
    let hides = |letter: char| {
        letter.is_control() && letter != '\n' && letter != '\t'
            || ('\u{200e}'..='\u{2069}').contains(&letter)
                && !letter.is_alphanumeric()
                && !('\u{2010}'..='\u{2027}').contains(&letter)
    };
    assert_eq!(text.chars().find(|letter| hides(*letter)), None);
    for word in
        ["__proto__", "</script><script>window.hacked = 1</script>", "javascript:window.hacked=4", "\\u{202e}gnp.exe"]
    {
        assert!(text.contains(word), "{word} is to be read on the page");
    }
}

/// The policy of the page is a second wall behind the escapes.
pub(crate) fn what_slips_through_the_escapes_does_nothing() {
    let (folder, canary) = (folder("slipped"), Canary::listen());
    hostile(&folder, &canary.url());
    let page = aggregate(&folder, "html");
    let slipped: String = WORDS.iter().take(8).map(|word| word.replace("HOST", &canary.url())).collect();
    let browser = opened(&folder, &page.replace("<h1>", &format!("<p>{slipped}</p><h1>")), false);
    assert_eq!(browser.run("return window.hacked ?? null;"), Value::Null);
    assert!(browser.run("return document.querySelectorAll('img').length;").as_u64() > Some(0), "it did slip through");
    assert_eq!(canary.heard(), 0, "a request left the page");
}

/// The control: without escapes and policy the same words do run and load, and the tests see it.
pub(crate) fn an_unguarded_page_is_caught() {
    let (folder, canary) = (folder("unguarded"), Canary::listen());
    let words: String = WORDS.iter().take(8).map(|word| word.replace("HOST", &canary.url())).collect();
    let browser = opened(&folder, &format!("<!doctype html><title>Findings</title><p>{words}</p>"), false);
    assert_ne!(browser.run("return window.hacked ?? null;"), Value::Null);
    assert!(canary.heard() > 0, "the canary hears");
}

pub(crate) fn ten_thousand_findings_are_filtered() {
    let (folder, canary) = (folder("many"), Canary::listen());
    for file in 0..10 {
        let mut rows = String::new();
        for row in 0..1000 {
            let severity = ["critical", "major", "minor"][row % 3];
            let kind = ["gap", "contradiction", "regression", "</script>"][row % 4];
            let _ = writeln!(rows, "| F{row} | {severity} | {kind} | f{file}.md S{row} | -- | number {row} | -- |");
        }
        fs::write(folder.join(format!("reports/{file}.md")), message(&format!("agent {file}"), &rows, 1000))
            .expect("a message");
    }
    let report: Value = serde_json::from_str(&aggregate(&folder, "json")).expect("JSON");
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(10_000));
    let browser = opened(&folder, &aggregate(&folder, "html"), false);
    is_untouched(&browser, &canary);
    filters_work(&browser, &report);
}

pub(crate) fn a_phone_needs_no_sideways_scrolling() {
    let (folder, canary) = (folder("phone"), Canary::listen());
    hostile(&folder, &canary.url());
    let long = "x".repeat(2000);
    let text = message(&long, &format!("| F1 | major | {long} | {long} | {long} | {long} | {long} |\n"), 1);
    fs::write(folder.join("reports/long.md"), text).expect("a message");
    let browser = opened(&folder, &aggregate(&folder, "html"), true);
    is_untouched(&browser, &canary);
    let widths = browser.run("return [document.documentElement.scrollWidth, innerWidth];");
    assert_eq!(widths[0], widths[1], "the page is as wide as the phone");
    assert_eq!(widths[1], 360);
}
