//! Documents put together from parts.

use proptest::prelude::*;

/// Parts of documents, canonical and older and broken, from which documents are put together.
const PARTS: &[&str] = &[
    "# Title\n\nSome words.\n\n",
    "## Harbour\n\n",
    "## Tides\nIntro of the section.\n\n",
    "### Required\n\n",
    "### Optional\n\n",
    "### Q1: Depth [MUST ANSWER]\nHow deep?\n\nA. Shallow\nB. Deep\nC. Other (please specify)\n\n**Recommendation:** A — so.\n\n**Answer:** B\n\n",
    "### Q2: Width\nHow wide?\n\nA. Narrow\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:**\n\n",
    "### Q3: Length\n**Question**: How long?\n**Choices**:\n  a) Short\n  b) Long\n**Recommendation**: a) — short\n**Answer**: \n\n",
    "### Q4: Height\n\n- [ ] a) Low\n- [x] b) High **(recommended)**\n\n**Answer:**   \n",
    "### Q5: Weight\n\n- Recommendation: A\n- Selected answer: B\n- Notes: heavy\n\n",
    "### Q6: Fence\nText\n\n```\n### Q9: not a question\n**Answer:** not one\n```\n\n**Recommendation:** first\n\n- one\n- two\n\n```text\ncode\n```\n\n**Answer:**\n\n",
    "### Q7: Last\nBody\n\nA. x\nB. Other\n\n_Consolidated from: a Q1, b Q2_\n\n**Recommendation:** ```\n\n**Answer:** (accepted recommendation)\n\n",
    "### Q8: No answer\nBody\n\nA. x  \nB. Other\n\n**Recommendation:** B\n",
    "#### Refinements\n\n",
    "##### R1.1: Why\nBecause.\n\nA. So\nB. Other (please specify)\n\n**Recommendation:** A\n\n**Answer:**\n\n",
    "##### R1.2: How\nThus.\n\n**Answer:** said\nover two lines  \n\n",
    "**R2.1:** Bold one\nText\n\n**Answer:**\n\n",
    "**R3.1: Bold two** and text behind\n\n**Recommendation:** ~~~\n\n**Answer:** x\n\n",
    "#### Notes\nfree text\n\n",
    "## Needs Clarification\n\n### Contradiction: Depth and width\n\n**Items:** Q1, Q2\n\nThey differ.\n\n",
    "<!-- a comment\n### Q1: hidden\n-->\n\n",
    "> **Answer:** quoted\n\n",
    "**Answer:** stray\n\n",
    "```\nopen fence\n",
    "---\n",
    "\n---\n\n",
    "A line\n---\n",
    "### Q9: Ruled\nBody\n\nA. x\nB. Other\n\n---\n\n**Recommendation:** A\n***\n\n**Answer:**\n---\n\n",
    "### **Q10:** Use *this* `one`\nBody\n\n**Answer:** <!-- say it here, in many words -->\n\n",
    "### Q11: Choices below\nBody\n\n**Recommendation:** <!-- none -->\n\n**Answer:**\n\nA. x\nB. Other\n\n",
    "### Q12: Weak\nAnswer: in a word\n\nA. x\nB. Other\n\nRecommendation: A\n\n",
    "###Q13: Glued\nBody\n\n",
    "Q14: Underlined\n---\n\n",
    "- ### Q15: In a list\n  **Answer:** listed\n\n",
    "- a\n  ```\n  **Answer:** code\n  ```\n\n",
    "    **Answer:** indented\n\n",
    "<div>\n**Answer:** in HTML\n</div>\n\n",
    "</details>\n\n",
    "### Q16: Letters\nBody\n\nA. x\nC. y\nD. Other\n\n**Recommendation:** C — so\n\n**Answer:**\n\n",
    "### [MUST ANSWER] Q17: Ahead\nBody\n\n- c) x\n- [x] a) y\n\n**Answer:** A <!-- mine -->\n\n<!-- around -->\n\n",
    "\t\n",
];

pub(crate) fn any_document() -> impl Strategy<Value = String> {
    let front = prop_oneof![
        3 => Just("---\nquestion_count: 2\nsections: 1\nduplicates_removed: 0\nrefinement_count: 1\n---\n\n"),
        1 => Just("---\nquestion_count: 2\nsections:\n  - Harbour\nextra:\n  nested: 1\n---\n"),
        1 => Just("---\nrefinement_count: 0\n---\n"),
        2 => Just(""),
    ];
    let parts = prop::collection::vec(prop::sample::select(PARTS), 1..9);
    let ends = prop_oneof![3 => Just(false), 1 => Just(true)];
    (front, parts, ends, any::<bool>()).prop_map(|(front, parts, crlf, cut)| {
        let mut text = front.to_owned() + &parts.concat();
        if cut {
            text.truncate(text.trim_end().len());
        }
        if crlf { text.replace('\n', "\r\n") } else { text }
    })
}
