//! The public items of each library, listed in `docs/api/<crate>.txt`, so that a change to them is seen in review.
//!
//! The list is read from the source and not from the compiler: it is the same with every toolchain and needs no build.
//! The lint `unreachable_pub` makes it true: what says `pub` can be reached from outside, or the lint speaks. An item
//! stands under the module that declares it; the `pub use` lines say under which other paths it can be had. What a macro
//! makes is shown as the macro and its calls.

mod list;

use std::path::{Path, PathBuf};

use crate::generated::{Generated, Mode, strays, sync};
use crate::repo;
use list::List;

const FOLDER: &str = "docs/api";

/// Writes the lists or compares them.
pub(crate) fn run(root: &Path, mode: Mode) -> Result<(), String> {
    let mut files = Vec::new();
    for folder in repo::entries(&root.join("crates"))? {
        let source = folder.join("src/lib.rs");
        if source.is_file() {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = library(&source, &name.replace('-', "_"))?;
            files.push(Generated { path: format!("{FOLDER}/{name}.txt"), text });
        }
    }
    sync(root, &files, mode, "cargo xtask api")?;
    strays(root, FOLDER, &files, &[], mode, "cargo xtask api")
}

/// The list of one library.
fn library(source: &Path, name: &str) -> Result<String, String> {
    let mut list = List::default();
    let mut open = vec![(source.to_path_buf(), name.to_owned())];
    while let Some((file, module)) = open.pop() {
        let text = repo::read_text(&file)?;
        let parsed = syn::parse_file(&text).map_err(|error| format!("{}: {error}", file.display()))?;
        for child in list.module(&module, &text, &parsed.items) {
            let path = of_module(&file, &child).ok_or_else(|| format!("{}: no file of mod {child}", file.display()))?;
            open.push((path, format!("{module}::{child}")));
        }
    }
    Ok(list.finish())
}

/// The file of a module that `parent` declares.
fn of_module(parent: &Path, name: &str) -> Option<PathBuf> {
    let folder = parent.parent()?;
    let own = parent.file_stem()?;
    let folder =
        if ["lib", "mod", "main"].iter().any(|root| own == *root) { folder.to_owned() } else { folder.join(own) };
    [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")].into_iter().find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    #[test]
    fn every_way_to_be_public_is_listed() {
        let scratch = Scratch::new("api");
        scratch.write(
            "lib.rs",
            "mod inner;\nmod other;\npub use inner::Shape;\n#[cfg(test)]\nmod tests { pub fn hidden() {} }\n\
             #[cfg(all(test, feature = \"x\"))]\nmod more { pub fn hidden() {} }\n\
             #[cfg(fuzzing)]\npub fn tried() {}\nother_crate::step_counter!(7);\nother_crate::makes!(These);\n\
             macro_rules! word { ($name:ident) => { pub struct $name; }; }\nword!(Made);\nfn private() {}\n\
             pub(crate) fn ours() {}\n#[cfg(feature = \"x\")]\npub const MOST: usize = 7;\n",
        );
        scratch.write(
            "inner/mod.rs",
            "/// A shape.\n#[derive(Clone, Debug)]\n#[non_exhaustive]\npub struct Shape<T> {\n    /// Its name.\n    \
             pub name: T,\n    hidden: u8,\n}\npub enum Kind {\n    /// One.\n    One,\n    Two(u8),\n}\n\
             pub trait Draw {\n    type Pen;\n    /// Draws.\n    fn draw(&self) -> bool { true }\n}\n\
             impl<T> Draw for Shape<T> {\n    type Pen = ();\n}\nimpl<T> Shape<T> {\n    pub fn new(\n        name: T,\n    \
             ) -> Self {\n        todo!()\n    }\n    fn private(&self) {}\n}\n",
        );
        scratch.write(
            "other.rs",
            "struct Shape;\nimpl Clone for Shape {}\nimpl Iterator for &mut Shape {}\n\
             impl Clone for super::inner::Kind {}\n",
        );
        let text = library(&scratch.path().join("lib.rs"), "shapes").unwrap();
        let expected = "\
mod shapes
    macro word { ($name:ident) => { pub struct $name; }; }
    other_crate::makes!(These)
    #[cfg(feature = \"x\")] pub const MOST: usize
    pub use inner::Shape
    word!(Made)

mod shapes::inner
    impl<T> Draw for Shape<T>
    impl<T> Shape<T> { pub fn new(name: T) -> Self }
    pub enum Kind { One, Two(u8) }
    #[derive(Clone, Debug)] #[non_exhaustive] pub struct Shape<T> { pub name: T, .. }
    pub trait Draw { type Pen; fn draw(&self) -> bool; }

mod shapes::other
    impl Clone for super::inner::Kind
";
        assert_eq!(text, expected);
    }
}
