//! The form of a report, for agents that sent none: a list of what is wrong with nothing helps nobody.

use std::fmt::Write as _;

use crate::{AnyEnvelope, Protocol, Settings, prompt};

/// The whole instruction, where the message states no status and so nothing else of it was judged, or where it holds no
/// report at all; one that is there with all its mistakes told needs none.
pub(crate) fn form(envelope: &AnyEnvelope, settings: &Settings) -> Option<String> {
    let protocol = match envelope {
        AnyEnvelope::Unclaimed(unclaimed) => {
            // Of several reports one is to be left out; none is to be learnt.
            return unclaimed.is_unknown().then(forms);
        }
        envelope => envelope.protocol()?,
    };
    // What was read of JSON was judged whole, whatever its status.
    let judged = envelope.status().is_some() || protocol.is_json() && envelope.tree().is_some();
    if judged {
        return None;
    }
    let whole = prompt(protocol, kind(envelope, settings)).map(|text| format!("\n\n{text}")).ok();
    let form = whole.or_else(|| sketch(protocol).map(|sketch| format!(" {sketch}\n")))?;
    Some(format!("This is what you were asked for:{form}"))
}

/// What a report begins with or holds in each protocol that agents report in.
fn forms() -> String {
    let mut text = "A report is one of these, whole:\n".to_owned();
    for protocol in Protocol::ALL {
        if let Some(sketch) = sketch(*protocol) {
            let _ = writeln!(text, "- {protocol}: {sketch}");
        }
    }
    text
}

fn sketch(protocol: Protocol) -> Option<String> {
    match protocol {
        #[cfg(feature = "clarity-protocol")]
        Protocol::Clarity => {
            use clarity_protocol::{ResultStatus, ResultType};
            let (statuses, types) = (words::<ResultStatus>("|"), ResultType::WORDS.join("|"));
            Some(format!("a first line RESULT: <{statuses}> | Type: <{types}> | …, then metadata and details"))
        }
        #[cfg(feature = "status-block")]
        Protocol::StatusBlock => {
            let statuses = words::<status_block::BlockStatus>(" | ");
            let sections = status_block::Section::ALL.map(status_block::Section::marker).join(", ");
            Some(format!("a line STATUS: <{statuses}>, then the sections {sections} (the last unless it is a success)"))
        }
        #[cfg(feature = "json-return")]
        Protocol::JsonReturn => Some(object(json_return::REQUIRED)),
        #[cfg(feature = "report-contract")]
        Protocol::ReportContract => Some(object(report_contract::REQUIRED)),
        // Documents are written into files, and no agent ends its work with one.
        _ => None,
    }
}

fn words<S: envelope_core::Status>(between: &str) -> String {
    S::ALL.iter().map(|status| status.as_str()).collect::<Vec<_>>().join(between)
}

fn object(keys: &[&str]) -> String {
    format!("one JSON object with the keys {}", keys.join(", "))
}

/// The type of the instruction: the one that was expected, or that the message states.
fn kind(envelope: &AnyEnvelope, settings: &Settings) -> Option<&'static str> {
    match envelope {
        #[cfg(feature = "clarity-protocol")]
        AnyEnvelope::Clarity(parsed) => {
            let stated = || parsed.read().and_then(clarity_protocol::ClarityResult::claimed_kind);
            settings.clarity.expectations.kind.or_else(stated).map(clarity_protocol::ResultType::as_str)
        }
        _ => None,
    }
}
