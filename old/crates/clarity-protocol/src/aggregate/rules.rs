//! The rules of aggregation: what can be wrong with a state, a report, or the list of inputs.

envelope_core::rules! {
    /// The same file with the same bytes was added before.
    REPEATED_INPUT = "clarity-protocol/repeated-input", Note, Content,
        "an input is given once", "a retry sends the same file again; it counts once", "R-C13";
    /// A line of a state cannot be read.
    STATE_LINE = "clarity-protocol/state-line", Error, Form,
        "a line of a state holds one input, as it was written", "what stood there counts as unparseable and is kept",
        "R-C13, R-A3";
    /// A state of another version, or without a header.
    STATE_VERSION = "clarity-protocol/state-version", Error, Form,
        "a state begins with its header, of a version that is known", "what its lines mean cannot be known", "R-C13";
    /// A report in Markdown is not as it is written.
    REPORT_FORM = "clarity-protocol/report-form", Error, Form,
        "a unified report is as it was rendered", "a part that was changed by hand cannot be trusted", "R-C12";
    /// A list of expected units cannot be read.
    UNITS_FORM = "clarity-protocol/units-form", Error, Form,
        "expected units are a JSON array of names, or one name a line", "a unit that is not known cannot be missed",
        "R-C14";
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sound() {
        envelope_core::conformance::assert_rules("clarity-protocol", super::RULES);
    }
}
