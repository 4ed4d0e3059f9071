//! How many machine instructions one reading takes, beside typed YAML crates on the same bytes.
//!
//! `cargo bench -p status-block --bench instructions` prints the table; it needs valgrind. Unlike times, the counts do not
//! depend on what else the machine does.

#![expect(clippy::print_stdout, reason = "it prints a table")]
#![expect(clippy::disallowed_methods, reason = "it counts by running itself under valgrind")]

mod work;

use std::hint::black_box;
use std::process::Command;

use work::{Block, SIZES, WORKS, input};

/// One reading.
type Read = fn(&str);

/// Who reads, and how.
const READERS: [(&str, Read); 4] = [
    ("ours", |text| _ = black_box(&status_block::parse(black_box(text)))),
    ("serde_norway", |text| _ = black_box(&serde_norway::from_str::<Block>(black_box(text)).expect("valid YAML"))),
    ("serde_yaml_ng", |text| _ = black_box(&serde_yaml_ng::from_str::<Block>(black_box(text)).expect("valid YAML"))),
    ("serde-saphyr", |text| _ = black_box(&serde_saphyr::from_str::<Block>(black_box(text)).expect("valid YAML"))),
];

/// Asks for a child's part: which work, which size, which reader, how often.
const CHILD: &str = "--read";

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [asked, work, size, reader, times] = arguments.as_slice()
        && asked == CHILD
    {
        read(work, size, reader, times.parse().expect("a number"));
        return;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed, so no instructions are counted");
        return;
    }
    println!("| input | ours | serde_norway | serde_yaml_ng | serde-saphyr | fewest of them / ours |");
    println!("|---|---|---|---|---|---|");
    for work in WORKS {
        for size in SIZES {
            let text = input(work, size);
            let counts = READERS.map(|(reader, _)| instructions(work, size, reader));
            let [ours, others @ ..] = counts;
            let fewest = others.into_iter().min().unwrap_or_default();
            let [one, two, three] = others;
            // Ratios have one digit behind the point.
            let tenths = fewest * 10 / ours.max(1);
            println!(
                "| {work}, {} bytes | {ours} | {one} | {two} | {three} | {}.{} |",
                text.len(),
                tenths / 10,
                tenths % 10
            );
        }
    }
}

fn read(work: &str, size: &str, reader: &str, times: usize) {
    let text = input(work, size);
    let (_, read) = READERS.into_iter().find(|(name, _)| *name == reader).expect("a reader");
    for _ in 0..times {
        read(&text);
    }
}

/// The instructions of one reading: those of a run with more readings, less those of one with fewer.
fn instructions(work: &str, size: &str, reader: &str) -> u64 {
    let (few, many) = if size == "huge" { (1, 2) } else { (10, 60) };
    let count = |times: u64| {
        let program = std::env::current_exe().expect("this program has a path");
        let mut command = Command::new("valgrind");
        command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(program);
        let output = command.args([CHILD, work, size, reader, &times.to_string()]).output().expect("valgrind runs");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let collected = said.lines().find_map(|line| line.split_once("Collected :")).expect("valgrind counts");
        collected.1.trim().parse::<u64>().expect("a number")
    };
    (count(many) - count(few)) / (many - few)
}
