//! From the items of a module to lines of text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Fields, ImplItem, Item, ItemImpl, ItemMacro, TraitItem, Type, Visibility};

/// Calls that are not listed: the rules have a reference of their own, docs/rules.md, and counters of steps are public
/// in fuzzing alone.
const LEFT_OUT: [&str; 2] = ["rules", "step_counter"];

/// The lines of each module.
#[derive(Debug, Default)]
pub(super) struct List {
    modules: BTreeMap<String, Vec<Line>>,
    /// The public types and traits.
    types: BTreeSet<String>,
    /// The types that are not public, each with its module: there its name means no public type of another module.
    private: BTreeSet<(String, String)>,
    /// The macros that make public items.
    macros: BTreeSet<String>,
}

/// A line, and what must be public for it to count.
#[derive(Debug)]
struct Line {
    text: String,
    of_type: Option<String>,
    of_macro: Option<String>,
}

/// The public types that the text of a macro declares by their own names.
fn types_in(body: &str) -> impl Iterator<Item = String> {
    let declared = ["pub enum ", "pub struct "].into_iter().flat_map(move |word| body.split(word).skip(1));
    let names = declared.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>());
    names.filter(|name| !name.is_empty())
}

impl List {
    /// Adds a module; gives the names of the ones that it declares in files of their own.
    pub(super) fn module(&mut self, path: &str, text: &str, items: &[Item]) -> Vec<String> {
        let text = Text(text);
        let mut children = Vec::new();
        for item in items.iter().filter(|item| !is_only_tried(attributes(item))) {
            match item {
                Item::Mod(module) => {
                    let name = module.ident.to_string();
                    if is_public(&module.vis) {
                        self.add(path, text.line(&module.attrs, format!("pub mod {name}")), None);
                    }
                    match &module.content {
                        Some((_, items)) => {
                            let deeper = self.module(&format!("{path}::{name}"), text.0, items);
                            children.extend(deeper.iter().map(|child| format!("{name}::{child}")));
                        }
                        None => children.push(name),
                    }
                }
                Item::Impl(block) => self.block(path, &text, block),
                Item::Macro(call) => self.called(path, &text, call),
                item => {
                    if let Some((line, name)) = text.item(item) {
                        self.types.extend(name);
                        self.add(path, line, None);
                    } else if let Some(name) = private_type(item) {
                        self.private.insert((path.to_owned(), name));
                    }
                }
            }
        }
        children
    }

    /// The whole list, modules and lines in order.
    pub(super) fn finish(self) -> String {
        let mut out = String::new();
        for (module, lines) in &self.modules {
            let known =
                |of: &Option<String>, names: &BTreeSet<String>| of.as_ref().is_none_or(|name| names.contains(name));
            let lines = lines.iter().filter(|line| {
                let private =
                    line.of_type.as_ref().is_some_and(|name| self.private.contains(&(module.clone(), name.clone())));
                // A macro of another crate is shown too: what it makes is not known here.
                !private && known(&line.of_type, &self.types) && known(&line.of_macro, &self.macros)
            });
            let mut lines: Vec<&str> = lines.map(|line| line.text.as_str()).collect();
            lines.sort_by_key(|line| (bare(line), *line));
            if !lines.is_empty() {
                let gap = if out.is_empty() { "" } else { "\n" };
                let _ = writeln!(out, "{gap}mod {module}");
                for line in lines {
                    let _ = writeln!(out, "    {line}");
                }
            }
        }
        out
    }

    fn add(&mut self, module: &str, text: String, of_type: Option<String>) {
        self.modules.entry(module.to_owned()).or_default().push(Line { text, of_type, of_macro: None });
    }

    fn block(&mut self, path: &str, text: &Text<'_>, block: &ItemImpl) {
        let of_type = name_of(&block.self_ty);
        let header = text.between(block.impl_token.span(), Text::where_or(&block.generics, block.self_ty.span()));
        if block.trait_.is_some() {
            return self.add(path, text.line(&block.attrs, header), of_type);
        }
        for item in &block.items {
            let (attributes, vis, span) = match item {
                ImplItem::Fn(item) => (&item.attrs, &item.vis, join(item.vis.span(), item.sig.span())),
                ImplItem::Const(item) => (&item.attrs, &item.vis, join(item.vis.span(), item.ty.span())),
                _ => continue,
            };
            if is_public(vis) && !is_only_tried(attributes) {
                let line = format!("{header} {{ {} }}", text.line(attributes, text.at(span)));
                self.add(path, text.line(&block.attrs, line), of_type.clone());
            }
        }
    }

    fn called(&mut self, path: &str, text: &Text<'_>, call: &ItemMacro) {
        let body = text.at(call.mac.delimiter.span().join());
        let (line, of_macro) = if let Some(name) = &call.ident {
            if !body.contains("pub ") && !exported(&call.attrs) {
                return;
            }
            self.macros.insert(name.to_string());
            self.types.extend(types_in(&body));
            (format!("macro {name} {body}"), None)
        } else {
            let name = call.mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
            if LEFT_OUT.contains(&name.as_str()) {
                return;
            }
            let called = text.at(join(call.mac.path.span(), call.mac.delimiter.span().join()));
            (called, (call.mac.path.segments.len() == 1).then_some(name))
        };
        let line = Line { text: text.line(&call.attrs, line), of_type: None, of_macro };
        self.modules.entry(path.to_owned()).or_default().push(line);
    }
}

/// The text of a file, by spans.
struct Text<'a>(&'a str);

impl Text<'_> {
    /// A public item and the name of the type that it declares.
    fn item(&self, item: &Item) -> Option<(String, Option<String>)> {
        let (attributes, text, name) = match item {
            Item::Const(item) if is_public(&item.vis) => {
                (&item.attrs, self.between(item.vis.span(), item.ty.span()), None)
            }
            Item::Static(item) if is_public(&item.vis) => {
                (&item.attrs, self.between(item.vis.span(), item.ty.span()), None)
            }
            Item::Fn(item) if is_public(&item.vis) => {
                (&item.attrs, self.between(item.vis.span(), item.sig.span()), None)
            }
            Item::Type(item) if is_public(&item.vis) => {
                (&item.attrs, self.between(item.vis.span(), item.ty.span()), Some(item.ident.to_string()))
            }
            Item::Use(item) if is_public(&item.vis) => {
                (&item.attrs, self.between(item.vis.span(), item.tree.span()), None)
            }
            Item::Struct(item) if is_public(&item.vis) => {
                let head = self.between(item.vis.span(), Self::where_or(&item.generics, item.ident.span()));
                (&item.attrs, head + &self.fields(&item.fields), Some(item.ident.to_string()))
            }
            Item::Enum(item) if is_public(&item.vis) => {
                let head = self.between(item.vis.span(), Self::where_or(&item.generics, item.ident.span()));
                let variants = item
                    .variants
                    .iter()
                    .map(|variant| self.line(&variant.attrs, self.between(variant.ident.span(), variant.span())));
                let variants = variants.collect::<Vec<_>>().join(", ");
                (&item.attrs, format!("{head} {{ {variants} }}"), Some(item.ident.to_string()))
            }
            Item::Trait(item) if is_public(&item.vis) => {
                let end = item.supertraits.last().map_or(item.ident.span(), Spanned::span);
                let head = self.between(item.vis.span(), Self::where_or(&item.generics, end));
                let parts = item.items.iter().map(|part| match part {
                    TraitItem::Fn(part) => self.at(part.sig.span()),
                    TraitItem::Const(part) => self.between(part.const_token.span(), part.ty.span()),
                    TraitItem::Type(part) => self.at(part.span()).trim_end_matches(';').to_owned(),
                    part => self.at(part.span()),
                });
                let parts = parts.map(|part| part + ";").collect::<Vec<_>>().join(" ");
                (&item.attrs, format!("{head} {{ {parts} }}"), Some(item.ident.to_string()))
            }
            _ => return None,
        };
        Some((self.line(attributes, text), name))
    }

    /// The public fields; `..` stands for the others.
    fn fields(&self, fields: &Fields) -> String {
        let public = fields.iter().filter(|field| is_public(&field.vis));
        let mut shown: Vec<String> =
            public.map(|field| self.line(&field.attrs, self.between(field.vis.span(), field.ty.span()))).collect();
        if shown.len() < fields.len() {
            shown.push("..".to_owned());
        }
        match fields {
            Fields::Named(_) => format!(" {{ {} }}", shown.join(", ")),
            Fields::Unnamed(_) => format!("({})", shown.join(", ")),
            Fields::Unit => String::new(),
        }
    }

    /// Where the generics end, or else `other`.
    fn where_or(generics: &syn::Generics, other: Span) -> Span {
        let ends = [generics.gt_token.as_ref().map(Spanned::span), generics.where_clause.as_ref().map(Spanned::span)];
        let latest = ends
            .into_iter()
            .flatten()
            .fold(other, |one, other| if other.byte_range().end > one.byte_range().end { other } else { one });
        join(other, latest)
    }

    fn between(&self, from: Span, to: Span) -> String {
        self.at(join(from, to))
    }

    /// The text at a span in one line, without comments and attributes.
    fn at(&self, span: Span) -> String {
        let text = self.0.get(span.byte_range()).unwrap_or_default();
        let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.starts_with("#["));
        let text = lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
        text.replace("( ", "(").replace(", )", ")").replace(" )", ")").replace(", >", ">").replace("< ", "<")
    }

    /// The text with those of its attributes that a caller notices.
    fn line(&self, attributes: &[Attribute], text: String) -> String {
        let seen = ["cfg", "derive", "deprecated", "non_exhaustive", "macro_export", "doc"];
        let shown = attributes.iter().filter(|attribute| {
            let doc = attribute.path().is_ident("doc");
            let hidden = doc && matches!(&attribute.meta, syn::Meta::List(_));
            hidden || (!doc && seen.iter().any(|name| attribute.path().is_ident(name)))
        });
        let shown = shown.map(|attribute| {
            let text = self.0.get(attribute.span().byte_range()).unwrap_or_default();
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        });
        shown.chain([text]).collect::<Vec<_>>().join(" ")
    }
}

fn join(from: Span, to: Span) -> Span {
    from.join(to).unwrap_or(to)
}

/// A line without the attributes before it.
fn bare(mut line: &str) -> &str {
    while let Some((_, rest)) = line.strip_prefix("#[").and_then(|rest| rest.split_once("] ")) {
        line = rest;
    }
    line
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

fn exported(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("macro_export"))
}

/// Whether it is there in tests or in fuzzing alone, and in no build that others depend on.
fn is_only_tried(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            let condition: String = list.tokens.to_string().split_whitespace().collect();
            ["test", "fuzzing"].contains(&condition.as_str()) || condition.starts_with("all(test,")
        }
        _ => false,
    })
}

/// The name of a type that is not public.
fn private_type(item: &Item) -> Option<String> {
    let (vis, name) = match item {
        Item::Enum(item) => (&item.vis, &item.ident),
        Item::Struct(item) => (&item.vis, &item.ident),
        Item::Trait(item) => (&item.vis, &item.ident),
        Item::Type(item) => (&item.vis, &item.ident),
        _ => return None,
    };
    (!is_public(vis)).then(|| name.to_string())
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The last name of a type; `None` where it has none, as a reference or a tuple.
fn name_of(of: &Type) -> Option<String> {
    match of {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Type::Reference(reference) => name_of(&reference.elem),
        _ => None,
    }
}
