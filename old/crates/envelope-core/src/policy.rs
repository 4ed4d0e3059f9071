//! How text is read: policy, limits, and a protocol's own options (R-A4, R-A9).

/// Whether deviations are repaired (RULINGS, "Strict mode").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(clippy::exhaustive_enums, reason = "the rulings know two policies")]
pub enum Policy {
    /// Reads what has one sure reading and says so; refuses errors only.
    #[default]
    Tolerant,
    /// Repairs nothing and accepts nothing that has a warning.
    Strict,
}

impl Policy {
    /// What is said of a repair: that the text is read as something else, or that it would be.
    pub(crate) const fn reads(self) -> &'static str {
        match self {
            Self::Tolerant => "read",
            Self::Strict => "would be read",
        }
    }
}

/// How much is read at most (R-A9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    input: usize,
    depth: usize,
    diagnostics: usize,
}

impl Limits {
    /// The deepest nesting that can be set.
    pub const MAX_DEPTH: usize = 512;
    /// The largest input that can be set: offsets fit 32 bits.
    pub const MAX_INPUT: usize = (u32::MAX / 2) as usize;

    /// The same limits with another size of input, in bytes; at most [`Limits::MAX_INPUT`].
    #[must_use]
    pub fn with_input(mut self, bytes: usize) -> Self {
        self.input = bytes.min(Self::MAX_INPUT);
        self
    }

    /// The same limits with another number of nested containers; at most [`Limits::MAX_DEPTH`].
    #[must_use]
    pub fn with_depth(mut self, containers: usize) -> Self {
        self.depth = containers.min(Self::MAX_DEPTH);
        self
    }

    /// The same limits with another number of diagnostics before the list is closed with "N more".
    #[must_use]
    pub fn with_diagnostics(mut self, count: usize) -> Self {
        self.diagnostics = count;
        self
    }

    /// The largest input, in bytes: 16 MiB unless set.
    pub const fn input(self) -> usize {
        self.input
    }

    /// How many containers may be nested: 128 unless set.
    pub const fn depth(self) -> usize {
        self.depth
    }

    /// How many diagnostics are listed: 1,000 unless set.
    pub const fn diagnostics(self) -> usize {
        self.diagnostics
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { input: 16 << 20, depth: 128, diagnostics: 1000 }
    }
}

/// What changes how a message is read: policy, limits, and the protocol's own options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions<O> {
    /// Whether deviations are repaired.
    pub policy: Policy,
    /// How much is read at most.
    pub limits: Limits,
    /// The protocol's own options, such as a dialect.
    pub protocol: O,
}

impl<O> ReadOptions<O> {
    /// The default policy and limits with the protocol's own options.
    pub fn new(protocol: O) -> Self {
        Self { policy: Policy::default(), limits: Limits::default(), protocol }
    }

    /// The same options under another policy.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// The same options within other limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }
}
