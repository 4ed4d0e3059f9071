//! How messages are read and what is expected of them, for every protocol at once.

use std::fmt;

use envelope_core::{Envelope, Limits, Policy, ReadOptions};

use crate::protocol::for_each_protocol;

/// What is asked of messages of one protocol: how they are read, and what the caller expects.
#[non_exhaustive]
pub struct Asked<T: Envelope> {
    /// What changes how text is read.
    pub options: T::Options,
    /// What the caller expects.
    pub expectations: T::Expectations,
}

impl<T: Envelope> Default for Asked<T> {
    fn default() -> Self {
        Self { options: T::Options::default(), expectations: T::Expectations::default() }
    }
}

impl<T: Envelope<Options: Clone, Expectations: Clone>> Clone for Asked<T> {
    fn clone(&self) -> Self {
        Self { options: self.options.clone(), expectations: self.expectations.clone() }
    }
}

impl<T: Envelope<Options: fmt::Debug, Expectations: fmt::Debug>> fmt::Debug for Asked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").field("options", &self.options).field("expectations", &self.expectations).finish()
    }
}

impl<T: Envelope<Options: Clone>> Asked<T> {
    /// The options with a policy and limits.
    pub(crate) fn read_options(&self, policy: Policy, limits: Limits) -> ReadOptions<T::Options> {
        ReadOptions::new(self.options.clone()).policy(policy).limits(limits)
    }
}

macro_rules! define {
    ($(#[doc = $doc:literal] $feature:literal $variant:ident($field:ident): $type:ty, $kind:literal, $signs:expr,
        [$($target:ident)?];)+) => {
        /// How messages are read and what is expected of them; the default expects nothing in particular.
        ///
        /// ```
        /// use agent_envelope::{Settings, envelope_core::Policy};
        /// let mut settings = Settings::default();
        /// settings.policy = Policy::Strict;
        /// # #[cfg(feature = "json-return")] {
        /// settings.json_return.expectations.session = Some("sess_1735460684_a1b2c3".into());
        /// // Another caller wants the same of another session.
        /// let mut other = settings.clone();
        /// other.json_return.expectations.session = Some("sess_1735460684_d4e5f6".into());
        /// assert_ne!(settings.json_return.expectations.session, other.json_return.expectations.session);
        /// # }
        /// ```
        #[derive(Clone, Debug, Default)]
        #[non_exhaustive]
        pub struct Settings {
            /// Whether deviations are repaired.
            pub policy: Policy,
            /// How much is read at most.
            pub limits: Limits,
            $(#[doc = $doc] #[cfg(feature = $feature)] pub $field: Asked<$type>,)+
        }
    };
}
for_each_protocol!(define);
