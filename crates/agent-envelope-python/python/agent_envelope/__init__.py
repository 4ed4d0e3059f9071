"""Reads the reports of agents: finds the protocol, checks every rule, and never calls a failure a success."""

from enum import Enum
from typing import Literal, NamedTuple, Optional

from ._agent_envelope import SUCCESSES, Aggregate, Message, __version__, convert, explain, prompt, read, schema

__all__ = [
    "Aggregate",
    "Conversion",
    "Diagnostic",
    "Loss",
    "Message",
    "Outcome",
    "Rejected",
    "Severity",
    "__version__",
    "convert",
    "explain",
    "prompt",
    "read",
    "schema",
]


class _Word(str, Enum):
    """A member that equals its word and is printed as it. Members are in the order of their definition."""

    def _place(self) -> int:
        return list(type(self)).index(self)

    def __lt__(self, other: str) -> bool:
        return self._place() < type(self)(other)._place()

    def __le__(self, other: str) -> bool:
        return self._place() <= type(self)(other)._place()

    def __gt__(self, other: str) -> bool:
        return self._place() > type(self)(other)._place()

    def __ge__(self, other: str) -> bool:
        return self._place() >= type(self)(other)._place()

    def __str__(self) -> str:
        return str.__str__(self)

    def __format__(self, spec: str) -> str:
        return str.__format__(self, spec)


class Outcome(_Word):
    """What became of the work, whatever protocol reported it; the best first.

    >>> Outcome.PARTIAL == "partial", Outcome.PARTIAL.is_success, f"{Outcome.PARTIAL}"
    (True, False, 'partial')
    """

    COMPLETED = "completed"
    COMPLETED_WITH_FINDINGS = "completed_with_findings"
    PARTIAL = "partial"
    BLOCKED = "blocked"
    FAILED = "failed"

    @property
    def is_success(self) -> bool:
        """Whether the work is done: completed, with findings or without."""
        return self.value in SUCCESSES


class Severity(_Word):
    """What a diagnostic does: an error rejects the message, a warning rejects it in strict mode; the gravest first."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Diagnostic(NamedTuple):
    """What is wrong with a message, and where: `span` counts bytes of UTF-8, `line` and `column` begin at 1."""

    rule: str
    severity: Severity
    message: str
    span: tuple[int, int]
    line: int
    column: int
    pointer: Optional[str]
    help: str


class Loss(NamedTuple):
    """What a conversion says in another way, does not say, or says beyond the source."""

    field: str
    kind: Literal["dropped", "approximated", "invented"]
    note: str


class Conversion(NamedTuple):
    """A report in another protocol, and what that cost; without a text, `reason` says why."""

    text: Optional[str]
    status: Optional[str]
    outcome: Optional[Outcome]
    losses: list[Loss]
    reason: Optional[str]


class Rejected(Exception):
    """A message that was rejected; `message.diagnostics` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message
