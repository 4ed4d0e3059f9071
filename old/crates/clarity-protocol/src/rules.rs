//! The rules of the protocol; parser, checks, `explain` and the rule reference use this table.

envelope_core::rules! {
    /// There is no summary line.
    MISSING_RESULT_LINE = "clarity-protocol/missing-result-line", Error, Content,
        "the message has a line `RESULT: …`", "without it nothing says what became of the work", "R-C1";
    /// Text before the summary line.
    TEXT_BEFORE = "clarity-protocol/text-before", Warning, Content,
        "the summary line is the first line", "readers that look at line 1 only would miss it", "R-C2";
    /// The same result is stated again.
    REPEATED_RESULT_LINE = "clarity-protocol/repeated-result-line", Warning, Content,
        "the summary line stands once", "a second one invites a contradiction", "R-C2";
    /// Another result is stated.
    CONFLICTING_RESULT_LINE = "clarity-protocol/conflicting-result-line", Error, Content,
        "all summary lines of a message say the same", "which of two verdicts holds cannot be known", "R-C2";
    /// The status is none of the four.
    UNKNOWN_STATUS = "clarity-protocol/unknown-status", Error, Content,
        "the status is CLEAN, FINDINGS, PARTIAL or ERROR, and nothing else stands beside it",
        "a verdict that nobody declared cannot be trusted", "R-A2, R-C16";
    /// The type is none of the five.
    UNKNOWN_TYPE = "clarity-protocol/unknown-type", Error, Content,
        "the type is one of the five", "which metrics and details belong to it cannot be known", "R-C4";
    /// The type is missing.
    MISSING_TYPE = "clarity-protocol/missing-type", Error, Content,
        "the line states the type", "no key on it tells the type either", "R-C4";
    /// The type is missing but follows from the keys.
    INFERRED_TYPE = "clarity-protocol/inferred-type", Warning, Form,
        "the line states the type", "it was inferred from the keys, which belong to one type", "R-C4";
    /// The caller asked for another type.
    UNEXPECTED_TYPE = "clarity-protocol/unexpected-type", Error, Content,
        "the type is the one that was asked for", "the agent answered another question", "R-C15";
    /// The type does not follow the status.
    PAIR_ORDER = "clarity-protocol/pair-order", Warning, Form,
        "the type is the first pair behind the status", "readers take the second place for the type", "R-C4";
    /// Pairs are separated by escaped pipes.
    ESCAPED_SEPARATOR = "clarity-protocol/escaped-separator", Warning, Form,
        "pairs are separated by ` | `", "an escaped pipe is a pipe inside a value", "R-C3";
    /// Pairs are separated by pipes without blanks.
    TIGHT_SEPARATOR = "clarity-protocol/tight-separator", Warning, Form,
        "pairs are separated by ` | `, blanks included", "a pipe without blanks is easily part of a value", "R-C3";
    /// The summary line goes on in the next line.
    WRAPPED_LINE = "clarity-protocol/wrapped-line", Warning, Form,
        "the summary line is one line", "readers that look at one line miss the pairs on the next", "R-C3";
    /// A metric of the type is missing.
    MISSING_METRIC = "clarity-protocol/missing-metric", Warning, Content,
        "the line has every metric of its type", "aggregations count by them", "R-C4";
    /// A metric is not of its kind.
    METRIC_KIND = "clarity-protocol/metric-kind", Error, Content,
        "a count is a whole number, a ratio is passed/total", "a figure that cannot be read cannot be checked", "R-C4";
    /// A pair or a field is given twice.
    REPEATED_PAIR = "clarity-protocol/repeated-pair", Error, Content,
        "a key stands once", "which of two values holds cannot be known", "R-A11";
    /// More passed than there are.
    PASS_OVER_TOTAL = "clarity-protocol/pass-over-total", Error, Content,
        "no more pass than there are", "one of the two figures is wrong", "R-C8";
    /// The two documents cannot be told apart.
    PAIR_SPLIT = "clarity-protocol/pair-split", Note, Content,
        "a pair is two file names with a slash between them", "where the first path ends cannot be known", "R-C5";
    /// PARTIAL or ERROR without a reason.
    MISSING_REASON = "clarity-protocol/missing-reason", Error, Content,
        "PARTIAL and ERROR give a reason on the line", "the orchestrator cannot decide what to do next", "R-C6";
    /// PARTIAL or ERROR without coverage.
    MISSING_COVERAGE = "clarity-protocol/missing-coverage", Warning, Content,
        "PARTIAL and ERROR tell the coverage on the line", "what is left to do cannot be known", "R-C6";
    /// There is no metadata block.
    MISSING_METADATA = "clarity-protocol/missing-metadata", Warning, Content,
        "a metadata block follows the summary line", "who looked at what is not said", "R-C7";
    /// A metadata field is missing.
    MISSING_METADATA_FIELD = "clarity-protocol/missing-metadata-field", Warning, Content,
        "the metadata block has all six fields", "who looked at what, how far and how surely, is not said", "R-C7";
    /// The metadata block is not written as the specification writes it.
    METADATA_FORM = "clarity-protocol/metadata-form", Warning, Form,
        "the metadata block stands between two lines `---`, each field as `**Name**: value`",
        "readers find the block by its marks", "R-C7";
    /// Another version of the protocol.
    PROTOCOL_VERSION = "clarity-protocol/protocol-version", Error, Content,
        "the protocol is v1", "what another version means is not known here", "R-C7";
    /// A confidence word outside the three.
    UNKNOWN_CONFIDENCE = "clarity-protocol/unknown-confidence", Warning, Content,
        "the confidence is high, medium or low", "it is kept, but nobody can compare it", "R-C7";
    /// Line and metadata tell different coverages.
    COVERAGE_DISAGREES = "clarity-protocol/coverage-disagrees", Error, Content,
        "line and metadata tell the same coverage", "one of the two is wrong; the lower one counts", "R-C7";
    /// A claim on the line is not what the detail shows.
    COUNT_DISAGREES = "clarity-protocol/count-disagrees", Error, Content,
        "counts on the line are those of the detail section", "either the line is wrong or part of the detail is lost",
        "R-C8";
    /// CLEAN, but something is wrong.
    CLEAN_WITH_ISSUES = "clarity-protocol/clean-with-issues", Error, Content,
        "CLEAN means that nothing was found, missing or failing", "a success must not hide an issue", "R-C8";
    /// CLEAN, but not looked at.
    CLEAN_UNCOVERED = "clarity-protocol/clean-uncovered", Error, Content,
        "CLEAN covers something, and gives no reason for less than all", "what did not run never ran clean", "R-C14";
    /// FINDINGS, but nothing was found.
    FINDINGS_WITHOUT_ISSUES = "clarity-protocol/findings-without-issues", Error, Content,
        "FINDINGS on consistency, verification and implementation shows at least one issue",
        "the issues are lost, or there are none", "R-C8";
    /// FINDINGS, but the work is not done.
    FINDINGS_DENIED = "clarity-protocol/findings-denied", Error, Content,
        "beside FINDINGS no status in the text says that the work is not done",
        "FINDINGS is a success: an orchestrator goes on with what was found", "R-A2";
    /// Findings that stand in no finding table.
    UNLISTED_FINDINGS = "clarity-protocol/unlisted-findings", Note, Content,
        "findings stand in a finding table of their own",
        "aggregations take them from there; what else tells of them is kept as text", "R-C9";
    /// A row of findings below no header.
    STRAY_ROW = "clarity-protocol/stray-row", Error, Content,
        "a row of findings stands in a table that has a header",
        "nothing says what its cells mean, and no aggregation would count it", "R-A3, R-C9";
    /// A row that says that there is no finding.
    EMPTY_ROW = "clarity-protocol/empty-row", Note, Content,
        "a finding table without findings has no rows", "the row is kept, and counted as none", "R-C9";
    /// Two findings have one id.
    REPEATED_ID = "clarity-protocol/repeated-id", Warning, Content,
        "an id stands once in a message", "a discussion cannot be matched; the second is addressed as `F1#2`", "R-C9";
    /// Findings without ids.
    MISSING_ID = "clarity-protocol/missing-id", Warning, Content,
        "a finding has an id", "ids are given by position, and discussions cannot name them", "R-C9";
    /// A finding table without an optional column.
    MISSING_COLUMN = "clarity-protocol/missing-column", Warning, Content,
        "a finding table has the columns Counter-location and Suggestion", "aggregations merge by them", "R-C9";
    /// A finding without a needed cell.
    MISSING_CELL = "clarity-protocol/missing-cell", Error, Content,
        "a finding has severity, type, location and description", "without them it cannot be sorted, merged or acted on",
        "R-C9";
    /// A severity outside the three.
    UNKNOWN_SEVERITY = "clarity-protocol/unknown-severity", Error, Content,
        "the severity is critical, major or minor", "how grave it is cannot be known; it sorts as major", "R-C9";
    /// A finding type outside the ten.
    UNKNOWN_FINDING_TYPE = "clarity-protocol/unknown-finding-type", Error, Content,
        "the type of a finding is one of the ten", "it cannot be merged with others of its nature", "R-C9";
    /// A column that the specification does not know.
    UNKNOWN_COLUMN = "clarity-protocol/unknown-column", Note, Content,
        "the columns are the seven of the specification", "it is kept, but nobody may be reading it", "R-C9";
    /// Cells beyond the last column.
    SURPLUS_CELLS = "clarity-protocol/surplus-cells", Warning, Content,
        "a row has no more cells than columns", "a pipe inside a cell was not escaped, or a column is missing", "R-C9";
    /// A checklist word outside the four.
    UNKNOWN_ITEM_STATUS = "clarity-protocol/unknown-item-status", Error, Content,
        "an item is applied, partial, missing or not-applicable", "whether it is done cannot be known", "R-C9";
    /// A table without a row of dashes that fits.
    TABLE_SHAPE = "clarity-protocol/table-shape", Warning, Form,
        "a row of dashes with as many cells stands below a table's header",
        "Markdown readers show no table without it", "R-C9";
    /// A grave finding or an open item without discussion.
    MISSING_DISCUSSION = "clarity-protocol/missing-discussion", Warning, Content,
        "critical and major findings, partial and missing items are discussed below the table",
        "the one line of the table is not enough to act on", "R-C10";
    /// A discussion of something that is in no table.
    STRAY_DISCUSSION = "clarity-protocol/stray-discussion", Warning, Content,
        "what is discussed stands in the table", "the finding itself may be lost", "R-C10";
    /// What a conversion carried along cannot be read.
    BAD_CARRIED = "clarity-protocol/bad-carried", Error, Content,
        "below the heading Carried stands one JSON object, and its `outcome` is one of the five outcomes",
        "it can only lower the outcome, so one that cannot be read must not count as none", "R-A15";
    /// A thought or a comment that nothing closes.
    OPEN_ASIDE = "clarity-protocol/open-aside", Error, Form,
        "a thought or a comment is closed", "all that follows it is read for nothing, and may tell of a failure", "R-A12";
    /// A table that other lines part.
    PARTED_TABLE = "clarity-protocol/parted-table", Warning, Form,
        "the rows of a table follow each other", "Markdown readers end the table before them", "R-C9";
    /// The text ends in the middle.
    CUT_OFF = "clarity-protocol/cut-off", Error, Form,
        "the message is whole", "what was to follow is not known", "R-A10";
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_is_sound() {
        envelope_core::conformance::assert_rules("clarity-protocol", super::RULES);
    }
}
