//! Members under another key than the table's: another name that agents use, another case or decoration (R-A6, R-A11).

use std::collections::HashMap;

use super::at::At;
use super::decode::Decoder;
use super::rules::{DUPLICATE_KEY, REPEATED_KEY};
use super::spelling::{Called, called, member};
use super::wrapped::Wrapped;
use super::{Field, Shape};
use crate::rules::{DECORATION, OTHER_KEY};
use crate::text::{Decorations, is_blank, trim_blank};
use crate::tree::NodeRef;
use crate::{Limits, Path, Policy, Tree};

/// What becomes of a member whose field is there under another key, or that stands under another key itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum Standing {
    /// It is the member with this number in the table.
    Read(usize),
    /// It says nothing, and another one stands for the field.
    Dropped,
    /// The field is there already, with the same value: nothing is lost with this one (R-A11).
    Repeated,
    /// The field is there already, with another value (R-A11).
    Duplicate,
    /// The same for a status: of it the rules on the value tell.
    OtherStatus,
    /// It stays among the unknown ones.
    Unknown,
}

/// What becomes of the members of an object, by their keys; of those that are not here the table alone decides.
#[derive(Default)]
pub(super) struct Standings(HashMap<usize, Standing>);

impl Standings {
    pub(super) fn of(&self, key: NodeRef<'_>) -> Option<Standing> {
        if self.0.is_empty() { None } else { self.0.get(&key.index()).copied() }
    }
}

/// A member that may be the one of a field.
#[derive(Clone, Copy)]
struct Claim<'t> {
    index: usize,
    key: NodeRef<'t>,
    value: NodeRef<'t>,
    by: Called,
    decorations: Decorations,
}

impl Claim<'_> {
    fn is_exact(&self) -> bool {
        let blanks = self.key.as_key().is_some_and(|key| trim_blank(key).len() < key.len());
        self.by == Called::Name && self.decorations.is_empty() && !blanks
    }
}

impl<'t> Decoder<'t, '_> {
    /// Decides which member counts for each field that is there under another key (R-A6, R-A8, R-A11), and tells of the
    /// other keys. The order of the members decides only between those that stand there alike.
    pub(super) fn standings(&mut self, object: NodeRef<'t>, fields: &'static [Field], at: &At<'_>) -> Standings {
        let mut standings = Standings::default();
        let claims = self.claims(object, fields);
        for (index, field) in fields.iter().enumerate() {
            let mut own: Vec<Claim<'t>> = claims.iter().filter(|claim| claim.index == index).copied().collect();
            if own.is_empty() {
                continue;
            }
            let plain = object.entries().find(|(key, _)| key.as_key() == Some(field.name));
            own.extend(plain.map(|(key, value)| Claim {
                index,
                key,
                value,
                by: Called::Name,
                decorations: Decorations::default(),
            }));
            self.settle(field, &own, at, &mut standings);
        }
        standings
    }

    /// The members that mean a field of the table by another key. A key that stands there twice is told elsewhere.
    fn claims(&mut self, object: NodeRef<'t>, fields: &'static [Field]) -> Vec<Claim<'t>> {
        let mut claims = Vec::new();
        for (key, value) in object.entries() {
            let name = key.as_key().unwrap_or_default();
            if fields.iter().any(|field| field.name == name) {
                continue;
            }
            if let Some((index, by, decorations)) = called(name, fields).filter(|_| !self.is_repeated(key)) {
                claims.push(Claim { index, key, value, by, decorations });
            }
        }
        claims
    }

    fn settle(&mut self, field: &'static Field, claims: &[Claim<'t>], at: &At<'_>, standings: &mut Standings) {
        let says = |claim: &&Claim<'t>| !is_nothing(claim.value);
        let of = |by: Called| claims.iter().filter(move |claim| claim.by == by);
        let best = |by: Called| {
            let rank = |claim: &&Claim<'t>| (claim.value.is_null(), !claim.decorations.is_empty(), claim.key.index());
            of(by).min_by_key(rank)
        };
        let named = of(Called::Name).any(|claim| says(&claim)) || !of(Called::Also).any(|claim| says(&claim));
        let strict = self.options.policy == Policy::Strict;
        let side = if strict || named && best(Called::Name).is_some() { Called::Name } else { Called::Also };
        let silent = !of(Called::Name).any(|claim| says(&claim));
        let first = if strict { claims.iter().find(|claim| claim.is_exact()) } else { best(side) };
        for claim in claims {
            let standing = match first {
                Some(first) if first.key.index() == claim.key.index() => Standing::Read(claim.index),
                // Null is absent (R-A8).
                Some(_) if claim.value.is_null() && (claim.by == side || claim.by == Called::Name) => Standing::Dropped,
                Some(first) if claim.by == side && first.value.says_the_same(claim.value) => Standing::Repeated,
                Some(_) if claim.by == side && is_status(field) => Standing::OtherStatus,
                Some(_) if claim.by == side => Standing::Duplicate,
                Some(_) if !strict && silent && is_nothing(claim.value) => Standing::Dropped,
                _ => Standing::Unknown,
            };
            self.tell_key(field, claim, standing, silent, at);
            standings.0.insert(claim.key.index(), standing);
        }
    }

    /// Tells of a member under another key: what was read through, and that it is there once more.
    fn tell_key(&mut self, field: &Field, claim: &Claim<'t>, standing: Standing, silent: bool, at: &At<'_>) {
        let (key, meant) = (claim.key, field.name);
        let name = key.as_key().unwrap_or_default();
        let strict = self.options.policy == Policy::Strict;
        match standing {
            Standing::Read(_) => {}
            // What would be read under the tolerant policy is told, and not read.
            Standing::Unknown if strict && (claim.by == Called::Name || silent && !is_nothing(claim.value)) => {}
            Standing::Repeated => {
                let said = || format!("the key `{meant}` once more in another spelling, with the same value");
                return self.report(&REPEATED_KEY, key, &at.key(name), said);
            }
            Standing::Duplicate => {
                let says = "with another value, which is kept and does not count";
                let said = || format!("the key `{meant}` once more in another spelling, {says}");
                return self.report(&DUPLICATE_KEY, key, &at.key(name), said);
            }
            _ => return,
        }
        if claim.by == Called::Also {
            self.report(&OTHER_KEY, key, &at.key(name), || format!("the key `{name}` stands for `{meant}`"));
        }
        for kind in claim.decorations.iter() {
            let said = || (format!("read through {kind}"), at.key(name).path());
            self.log.tally_at(&DECORATION, kind.as_str(), key.span(), said);
        }
        if trim_blank(name).len() < name.len() {
            let said = || ("read through blanks around the key".to_owned(), at.key(name).path());
            self.log.tally_at(&DECORATION, "blanks", key.span(), said);
        }
    }
}

/// Whether it is the member that [`other_statuses`](super::other_statuses) looks for.
pub(super) fn is_status(field: &Field) -> bool {
    matches!(field.shape, Shape::Status { .. }) && field.name == "status"
}

/// The members of a table that were met in an object. A table has far less than 64.
#[derive(Default)]
pub(super) struct Met(u64);

impl Met {
    /// Notes the member; whether it was met before.
    pub(super) fn again(&mut self, index: usize) -> bool {
        let before = self.has(index);
        self.0 |= Self::bit(index);
        before
    }

    pub(super) fn has(&self, index: usize) -> bool {
        self.0 & Self::bit(index) != 0
    }

    fn bit(index: usize) -> u64 {
        u32::try_from(index).ok().and_then(|index| 1_u64.checked_shl(index)).unwrap_or(0)
    }
}

/// Whether the value is null or blank.
fn is_nothing(value: NodeRef<'_>) -> bool {
    value.is_null() || value.as_str().is_some_and(is_blank)
}

/// Where below it one with everything that is required lies, and whether in a string, where the outermost object itself
/// lacks most of it (R-A12). One that has half of it is a report of its own, and what lies below may be an earlier one.
pub(super) fn whole_below(tree: &Tree, fields: &[Field], limits: Limits) -> Option<(Path, bool)> {
    let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    let has = required.iter().filter(|name| member(tree.root(), name).is_some()).count();
    if has * 2 < required.len() { Wrapped::whole(tree, &required, limits) } else { None }
}
