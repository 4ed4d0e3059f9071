//! Members under another key than the table's: another name that agents use, another case or decoration (R-A6, R-A11).

use super::at::At;
use super::decode::Decoder;
use super::rules::{DUPLICATE_KEY, REPEATED_KEY};
use super::spelling::{member, spelled_field};
use super::{Field, Shape};
use crate::Policy;
use crate::rules::{DECORATION, OTHER_KEY};
use crate::text::is_blank;
use crate::tree::NodeRef;

impl<'t> Decoder<'t, '_> {
    /// The member that the key stands for under another name, unless that one is there itself. Under the strict policy
    /// it is told, and stays among the unknown ones.
    pub(super) fn also_called(
        &mut self,
        object: NodeRef<'t>,
        key: NodeRef<'t>,
        fields: &'static [Field],
        at: &At<'_>,
    ) -> Option<usize> {
        let name = key.as_key()?;
        let index = fields.iter().position(|field| field.also == Some(name))?;
        let meant = fields.get(index)?.name;
        if object.get(meant).is_some_and(|value| !is_nothing(value)) {
            return None;
        }
        self.report(&OTHER_KEY, key, &at.key(name), || format!("the key `{name}` stands for `{meant}`"));
        (self.options.policy == Policy::Tolerant).then_some(index)
    }

    /// Whether the member says nothing, and another one that stands for it says something.
    pub(super) fn gives_way(&self, object: NodeRef<'t>, value: NodeRef<'t>, field: &Field) -> bool {
        let other = || field.also.and_then(|name| object.get(name)).is_some_and(|other| !is_nothing(other));
        self.options.policy == Policy::Tolerant && is_nothing(value) && other()
    }

    /// The member whose key this is in another case or decoration (R-A6), unless it is there in another spelling, too: then
    /// it is a key met twice (R-A11). Under the strict policy it is told, and stays among the unknown ones.
    pub(super) fn spelled(
        &mut self,
        object: NodeRef<'t>,
        (key, value): (NodeRef<'t>, NodeRef<'t>),
        fields: &'static [Field],
        met: &Met,
        at: &At<'_>,
    ) -> Option<usize> {
        let name = key.as_key()?;
        let (index, decorations) = spelled_field(name, fields)?;
        let field = fields.get(index)?;
        let first = object.get(field.name);
        if first.is_some() || met.has(index) {
            self.met_again(key, field, first.is_some_and(|first| first.says_the_same(value)));
            return None;
        }
        for kind in decorations.iter() {
            let said = || (format!("read through {kind}"), at.key(name).path());
            self.log.tally_at(&DECORATION, kind.as_str(), key.span(), said);
        }
        (self.options.policy == Policy::Tolerant).then_some(index)
    }

    /// Tells of a member that is there in another spelling, too. Of a second status the rules on the value tell.
    fn met_again(&mut self, key: NodeRef<'t>, field: &Field, equal: bool) {
        if matches!(field.shape, Shape::Status { .. }) {
            return;
        }
        let (rule, says) = if equal {
            (&REPEATED_KEY, "with the same value")
        } else {
            (&DUPLICATE_KEY, "with another value, which is kept and does not count")
        };
        let name = field.name;
        self.log.report(rule, key.span(), || format!("the key `{name}` once more in another spelling, {says}"));
    }
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

/// The key of a member that has everything that is required, where the object itself lacks some of it (R-A12).
pub(super) fn whole_below<'t>(object: NodeRef<'t>, fields: &[Field]) -> Option<&'t str> {
    let lacks = |node: NodeRef<'t>| fields.iter().any(|field| field.required && member(node, field.name).is_none());
    if !lacks(object) {
        return None;
    }
    object.entries().find(|(_, value)| value.is_object() && !lacks(*value)).and_then(|(key, _)| key.as_key())
}
