//! The protocols, in one table: everything that differs from one to the other stands there once.

use std::fmt;
use std::str::FromStr;

use envelope_core::{Envelope, FromReport, Loss, Outcome, Report, Rule, Status, word_from_string};
use serde::{Serialize, Serializer};

use crate::detect::Signs;

/// Hands the table to a macro. A further protocol is one more entry here, with the feature that brings its crate:
///
/// `feature Variant(field): Type, "kind of its schema", signs by which it is detected, [target] or [];`
///
/// `[target]` stands for what a report can be converted to ([`FromReport`]).
macro_rules! for_each_protocol {
    ($macro:ident) => {
        $macro! {
            /// `RESULT:` messages with findings (clarity-protocol).
            "clarity-protocol" Clarity(clarity): clarity_protocol::ClarityResult,
                "clarity-result", Signs::Text(crate::detect::text::clarity), [target];
            /// The JSON that a subagent returns (json-return).
            "json-return" JsonReturn(json_return): json_return::SubagentReturn,
                "json-return", Signs::Json(json_return::REQUIRED, &["status"]), [target];
            /// `STATUS:`/`SUMMARY:`/`FILES:` blocks (status-block).
            "status-block" StatusBlock(status_block): status_block::StatusBlock,
                "status-block", Signs::Text(crate::detect::text::status_block), [target];
            /// Reports with `report_metadata` (report-contract).
            "report-contract" ReportContract(report_contract): report_contract::ContractReport,
                "report-contract", Signs::Json(report_contract::REQUIRED, &["report_metadata", "status"]), [target];
            /// Clarifications documents (clarifications-md).
            "clarifications-md" Clarifications(clarifications): clarifications_md::Clarifications,
                "clarifications", Signs::Text(crate::detect::text::clarifications), [];
            /// Evaluations of the answers in a clarifications document (clarifications-md).
            "clarifications-md" Evaluation(evaluation): clarifications_md::Evaluation,
                "answer-evaluation", Signs::Json(clarifications_md::evaluation::REQUIRED, &["verdict"]), [];
            /// Decisions documents, draft and final (clarifications-md).
            "clarifications-md" Decisions(decisions): clarifications_md::Decisions,
                "decisions", Signs::Text(crate::detect::text::decisions), [];
        }
    };
}
pub(crate) use for_each_protocol;

macro_rules! define {
    ($(#[doc = $doc:literal] $feature:literal $variant:ident($field:ident): $type:ty, $kind:literal, $signs:expr,
        [$($target:ident)?];)+) => {
        /// A protocol that a message may follow; which ones there are depends on the features.
        ///
        /// ```
        /// use agent_envelope::Protocol;
        /// # #[cfg(feature = "json-return")] {
        /// assert_eq!("json-return".parse(), Ok(Protocol::JsonReturn));
        /// assert_eq!(serde_json::from_str::<Protocol>("\"json-return\"")?, Protocol::JsonReturn);
        /// # }
        /// assert!(serde_json::from_str::<Protocol>("\"smoke-signals\"").is_err());
        /// # Ok::<(), serde_json::Error>(())
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Protocol {
            $(#[doc = $doc] #[cfg(feature = $feature)] $variant,)+
        }

        impl Protocol {
            /// Every protocol that is built in, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(#[cfg(feature = $feature)] Self::$variant),+];

            /// The name on the command line.
            pub const fn as_str(self) -> &'static str {
                match self { $(#[cfg(feature = $feature)] Self::$variant => <$type>::PROTOCOL,)+ }
            }

            /// The kind of its value, by which schemas and fixtures are named.
            pub const fn kind(self) -> &'static str {
                match self { $(#[cfg(feature = $feature)] Self::$variant => $kind,)+ }
            }

            /// Whether its messages are JSON.
            pub const fn is_json(self) -> bool {
                match self { $(#[cfg(feature = $feature)] Self::$variant => <$type>::IS_JSON,)+ }
            }

            /// The outcome of what is not accepted, unless a worse one was stated (R-A2).
            pub const fn fallback(self) -> Outcome {
                match self { $(#[cfg(feature = $feature)] Self::$variant => <$type>::FALLBACK,)+ }
            }

            /// The protocol's own rules.
            pub const fn rules(self) -> &'static [&'static Rule] {
                match self { $(#[cfg(feature = $feature)] Self::$variant => <$type>::RULES,)+ }
            }

            /// Whether a report can be converted to it (R-A15).
            pub const fn is_target(self) -> bool {
                match self { $(#[cfg(feature = $feature)] Self::$variant => !matches!(stringify!($($target)?).len(), 0),)+ }
            }

            pub(crate) const fn signs(self) -> Signs {
                match self { $(#[cfg(feature = $feature)] Self::$variant => $signs,)+ }
            }

            /// The outcome of one of the protocol's status words, in any case.
            pub(crate) fn outcome_of(self, word: &str) -> Option<Outcome> {
                match self { $(#[cfg(feature = $feature)] Self::$variant => outcome_of::<<$type as Envelope>::Status>(word),)+ }
            }

            /// The text of the report in this protocol with what was lost, if it is a target.
            pub(crate) fn write(self, report: &Report) -> Option<(String, Vec<Loss>)> {
                match self { $(#[cfg(feature = $feature)] Self::$variant => define!(@write $type, report $(, $target)?),)+ }
            }
        }
    };
    (@write $type:ty, $report:ident, target) => { Some(written::<$type>($report)) };
    (@write $type:ty, $report:ident) => { { let _ = $report; None } };
}
for_each_protocol!(define);

fn outcome_of<S: Status>(word: &str) -> Option<Outcome> {
    S::ALL.iter().find(|status| status.as_str().eq_ignore_ascii_case(word)).map(|status| status.outcome())
}

fn written<T: FromReport>(report: &Report) -> (String, Vec<Loss>) {
    let (value, losses) = T::from_report(report);
    (value.render(), losses)
}

impl Protocol {
    /// The protocols that a report can be converted to (R-A15).
    pub fn targets() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|protocol| protocol.is_target())
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for Protocol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

word_from_string!(Protocol, Protocol::ALL, Protocol::as_str);

impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(name: &str) -> Result<Self, UnknownProtocol> {
        let known = Self::ALL.iter().copied().find(|protocol| protocol.as_str() == name);
        known.ok_or_else(|| UnknownProtocol { given: name.to_owned() })
    }
}

/// The name of no protocol that is built in.
///
/// ```
/// use agent_envelope::Protocol;
/// let error = "smoke-signals".parse::<Protocol>().unwrap_err();
/// assert_eq!(error.given, "smoke-signals");
/// assert!(error.to_string().starts_with("`smoke-signals` is not the name of a protocol; there are: "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownProtocol {
    /// What was given for one.
    pub given: String,
}

impl fmt::Display for UnknownProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Protocol::ALL.iter().map(|protocol| protocol.as_str()).collect();
        write!(f, "`{}` is not the name of a protocol; there are: {}", self.given, names.join(", "))
    }
}

impl std::error::Error for UnknownProtocol {}
