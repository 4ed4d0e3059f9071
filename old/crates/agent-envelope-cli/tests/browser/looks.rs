//! The page on paper, by day and by night.

use std::fs;

use serde_json::{Value, json};

use crate::driver::Browser;
use crate::page::{aggregate, folder, message, opened};

/// A page with every part: findings of all severities, a disagreement, a gap, a row not understood.
fn full(name: &str) -> Browser {
    let folder = folder(name);
    let one = "| F1 | critical | gap | a.md S1 | -- | nothing is said | say it |\n\
               | F2 | major | contradiction | a.md S2 | b.md | six or seven | say which |\n\
               | F3 | minor | gap | a.md S3 | -- | short | - |\n| F4 | odd | gap | a.md S4 | -- | unknown word | - |\n";
    let two = "| F1 | minor | contradiction | a.md S2 | b.md | six or seven, in two places | say which |\n";
    fs::write(folder.join("reports/one.md"), message("first", one, 4)).expect("a message");
    fs::write(folder.join("reports/two.md"), message("second", two, 1)).expect("a message");
    fs::write(folder.join("units.json"), r#"["first", "second", "third"]"#).expect("units");
    opened(&folder, &aggregate(&folder, "html"), false)
}

/// Whether each of the elements can be seen.
fn visible(browser: &Browser, selector: &str) -> Vec<bool> {
    let script = format!(
        "return [...document.querySelectorAll('{selector}')].map((one) => one.checkVisibility({{ contentVisibilityAuto: true }}));"
    );
    serde_json::from_value(browser.run(&script)).expect("truths")
}

pub(crate) fn print_shows_everything_but_the_controls() {
    let browser = full("print");
    assert_eq!(visible(&browser, "form"), [true], "the control: on a screen the filters are there");
    assert!(visible(&browser, "details li").contains(&false), "the control: on a screen the sources are folded");
    browser.emulate("print", "dark");
    browser.run("dispatchEvent(new Event('beforeprint'));");
    for controls in ["form", "select", "button"] {
        assert!(visible(&browser, controls).iter().all(|seen| !seen), "{controls}");
    }
    for (part, count) in [("article", 4), ("details li", 5), ("h2", 4), ("table", 3), ("meter", 2), (".stats div", 10)]
    {
        let seen = visible(&browser, part);
        assert!(seen.len() >= count && seen.iter().all(|seen| *seen), "{part}: {seen:?}");
    }
    // Paper is white, whatever the reader likes on a screen.
    assert_eq!(style(&browser, "body", "color"), json!("rgb(28, 28, 28)"));
    browser.run("dispatchEvent(new Event('afterprint'));");
    browser.emulate("screen", "light");
    assert!(visible(&browser, "details li").contains(&false), "they are folded again");
}

fn style(browser: &Browser, selector: &str, name: &str) -> Value {
    browser.run(&format!("return getComputedStyle(document.querySelector('{selector}')).{name};"))
}

/// The words that stand out least from what is behind them, and by how much (the ratio of WCAG 2).
const FAINTEST: &str = "const numbers = (colour) => colour.match(/[0-9.]+/g).map(Number);
    const light = (colour) => numbers(colour).slice(0, 3).map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
    const behind = (one) => {
        const own = getComputedStyle(one).backgroundColor;
        return numbers(own)[3] === 0 ? behind(one.parentElement) : own;
    };
    let faintest = [99, ''];
    for (const one of document.body.querySelectorAll('*')) {
        const says = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
        if (!says || ['SCRIPT', 'OPTION', 'METER'].includes(one.tagName)) continue;
        const [high, low] = [light(getComputedStyle(one).color), light(behind(one))].sort((a, b) => b - a);
        const ratio = (high + 0.05) / (low + 0.05);
        if (ratio < faintest[0]) faintest = [ratio, `${one.tagName}.${one.className}: ${one.textContent}`];
    }
    return [...faintest, light(getComputedStyle(document.body).backgroundColor)];";

pub(crate) fn words_can_be_read_in_light_and_dark() {
    let browser = full("colours");
    for (scheme, dark) in [("light", false), ("dark", true)] {
        browser.emulate("screen", scheme);
        let faintest = browser.run(FAINTEST);
        let (ratio, ground) = (faintest[0].as_f64().expect("a ratio"), faintest[2].as_f64().expect("a light"));
        assert_eq!(ground < 0.1, dark, "{scheme}: {ground}");
        assert!((4.5..22.0).contains(&ratio), "{scheme}: {faintest}");
    }
}
