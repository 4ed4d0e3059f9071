use envelope_core::schema::{Make, draft_07, full, llm, of};
use serde_json::Value;

/// Every kind of value that has a schema.
pub static SCHEMAS: &[SchemaKind] = &[
    #[cfg(feature = "json-return")]
    SchemaKind { name: "json-return", make: of::<json_return::SubagentReturn> },
    #[cfg(feature = "report-contract")]
    SchemaKind { name: "report-contract", make: of::<report_contract::ContractReport> },
    #[cfg(feature = "clarity-protocol")]
    SchemaKind { name: "clarity-result", make: of::<clarity_protocol::ClarityResult> },
    #[cfg(feature = "clarity-protocol")]
    SchemaKind { name: "clarity-report", make: of::<clarity_protocol::aggregate::ClarityReport> },
    #[cfg(feature = "status-block")]
    SchemaKind { name: "status-block", make: of::<status_block::StatusBlock> },
    #[cfg(feature = "clarifications-md")]
    SchemaKind { name: "clarifications", make: of::<clarifications_md::Clarifications> },
    #[cfg(feature = "clarifications-md")]
    SchemaKind { name: "answer-evaluation", make: of::<clarifications_md::Evaluation> },
    #[cfg(feature = "clarifications-md")]
    SchemaKind { name: "decisions", make: of::<clarifications_md::Decisions> },
    SchemaKind { name: "neutral-report", make: of::<envelope_core::Report> },
];

/// A kind of value that has a schema.
#[derive(Debug)]
#[non_exhaustive]
pub struct SchemaKind {
    /// The name, such as `status-block`.
    pub name: &'static str,
    make: Make,
}

impl SchemaKind {
    /// The names of the profiles, for [`profile`](Self::profile).
    pub const PROFILES: [&str; 3] = ["full", "llm", "draft-07"];

    /// The schema in a profile.
    pub fn profile(&self, name: &str) -> Option<Value> {
        let schemas = [Self::full, Self::llm, Self::draft_07];
        Self::PROFILES.iter().zip(schemas).find(|(profile, _)| **profile == name).map(|(_, schema)| schema(self))
    }

    /// The schema as draft 2020-12.
    pub fn full(&self) -> Value {
        full(self.name, self.make).to_value()
    }

    /// The schema in the subset that structured-output APIs accept.
    pub fn llm(&self) -> Value {
        llm(self.make).to_value()
    }

    /// The schema as draft 7.
    pub fn draft_07(&self) -> Value {
        draft_07(self.name, self.make).to_value()
    }
}
