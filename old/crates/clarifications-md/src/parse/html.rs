//! Which lines open a block of HTML, for the reader that does without a Markdown parser (`CommonMark`, "HTML blocks").

/// What a line that starts with `<` opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Html {
    /// Nothing: text, or tags among text.
    Text,
    /// A comment, up to the line with its end.
    Comment,
    /// A block of tags, up to a blank line.
    Block,
    /// Something that takes a Markdown parser to know.
    Other,
}

/// The tags that open a block wherever they stand.
const BLOCK_TAGS: [&str; 62] = [
    "address",
    "article",
    "aside",
    "base",
    "basefont",
    "blockquote",
    "body",
    "caption",
    "center",
    "col",
    "colgroup",
    "dd",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "frame",
    "frameset",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "iframe",
    "legend",
    "li",
    "link",
    "main",
    "menu",
    "menuitem",
    "nav",
    "noframes",
    "ol",
    "optgroup",
    "option",
    "p",
    "param",
    "search",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "title",
    "tr",
    "track",
    "ul",
];

/// The tags whose block goes on until they are closed, blank lines or not.
const VERBATIM_TAGS: [&str; 4] = ["pre", "script", "style", "textarea"];

/// What the line opens that starts with `<`.
pub(super) fn opens(line: &str) -> Html {
    let Some(rest) = line.strip_prefix('<') else { return Html::Text };
    if rest.starts_with("!--") {
        return Html::Comment;
    }
    if rest.starts_with(['!', '?']) {
        return Html::Other;
    }
    let tag = rest.strip_prefix('/').unwrap_or(rest);
    let len = tag.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(tag.len());
    let (name, after) = tag.split_at_checked(len).unwrap_or((tag, ""));
    let is = |list: &[&str]| list.iter().any(|known| known.eq_ignore_ascii_case(name));
    if is(&VERBATIM_TAGS) {
        return Html::Other;
    }
    if is(&BLOCK_TAGS) && (after.is_empty() || after.starts_with([' ', '\t', '>']) || after.starts_with("/>")) {
        return Html::Block;
    }
    // Any other tag opens a block only where it is whole and alone on its line.
    match rest.split_once('>') {
        None => Html::Text,
        Some((tag, text)) if !text.trim_matches([' ', '\t']).is_empty() && !tag.contains(['"', '\'']) => Html::Text,
        Some(_) => Html::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_open_what_markdown_says() {
        for (line, expected) in [
            ("<b>it</b> is", Html::Text),
            ("<br> and", Html::Text),
            ("<https://a.b>, see there", Html::Text),
            ("< 5", Html::Text),
            ("<!-- a -->", Html::Comment),
            ("<details>", Html::Block),
            ("</DIV", Html::Block),
            ("<hr/>", Html::Block),
            ("<br>", Html::Other),
            ("<a title='>'> b", Html::Other),
            ("<pre>x", Html::Other),
            ("<?x", Html::Other),
        ] {
            assert_eq!(opens(line), expected, "{line}");
        }
    }
}
