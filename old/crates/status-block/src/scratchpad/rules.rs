//! What can be odd about a pad (R-S7).

envelope_core::rules! {
    /// An entry or a note that a crash cut short.
    TORN = "status-block/pad-torn", Error, Form,
        "an agent's output ends with its marker, a note with its line",
        "a report that was cut off may look like a success, and half a note may say the contrary", "R-S7, R-A10";
    /// An end marker without a start.
    STRAY_END = "status-block/pad-stray-end", Warning, Form,
        "an end marker follows a start marker", "where the output began cannot be known", "R-S7";
    /// A marker inside an output, without the back-slash that makes it harmless.
    UNQUOTED_MARKER = "status-block/pad-unquoted-marker", Warning, Form,
        "a marker inside an agent's output has a back-slash before it",
        "it is read as text here; other readers may end the output there", "R-S7";
    /// A heading of a gate that cannot be read.
    ODD_HEADING = "status-block/pad-odd-heading", Warning, Form,
        "a heading is `### GATE 3: Name - Attempt 1`", "the entry cannot be found by its gate", "R-S7";
    /// The same attempt at the same gate twice.
    REPEATED_ATTEMPT = "status-block/pad-repeated-attempt", Warning, Content,
        "attempts at a gate are numbered once", "a count of attempts goes wrong", "R-S7";
    /// Two outputs under one heading.
    SEVERAL_OUTPUTS = "status-block/pad-several-outputs", Warning, Content,
        "an entry holds one output", "which one counts cannot be known; the worst does", "R-S7, R-A2";
    /// Lines that are neither notes nor output.
    LOOSE_TEXT = "status-block/pad-loose-text", Note, Content,
        "lines of an entry are notes of the orchestrator or an agent's output",
        "they are kept, but nobody may be reading them", "R-S7";
    /// Bytes that are not UTF-8 outside of an output.
    NOT_UTF8 = "status-block/pad-not-utf8", Warning, Form,
        "headings and notes are UTF-8", "a replaced character may have been part of a name", "R-A13";
}
