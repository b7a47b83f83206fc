"""The breaker against a plain model of what it should do."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from server.apps.dispatch import Breaker
from tests.fakes.clock import FakeClock

LIMIT = 3
SECONDS = 30.0


class BreakerMachine(RuleBasedStateMachine):
    """Calls begin and end in any order while time goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = FakeClock()
        self.breaker = Breaker(failures=LIMIT, seconds=SECONDS, clock=self.clock)
        self.under_way: set[int] = set()
        self.probe: int | None = None
        self.row = 0
        self.opened_at: float | None = None

    @rule(seconds=st.sampled_from([0.5, 10.0, 29.5, 30.0, 100.0]))
    def time_passes(self, seconds):
        self.clock.advance(seconds)

    @rule()
    def a_call_begins_or_is_refused(self):
        due = self.opened_at is None or self.clock.monotonic() - self.opened_at >= SECONDS
        ticket = self.breaker.admit()
        assert (ticket is not None) == (due and self.probe is None)
        if ticket is not None:
            assert ticket not in self.under_way
            self.under_way.add(ticket)
            if self.opened_at is not None:
                self.probe = ticket

    @precondition(lambda self: self.under_way)
    @rule(data=st.data())
    def a_call_succeeds(self, data):
        self.under_way.remove(data.draw(st.sampled_from(sorted(self.under_way))))
        self.breaker.succeeded()
        self.row, self.opened_at, self.probe = 0, None, None

    @precondition(lambda self: self.under_way)
    @rule(data=st.data())
    def a_call_fails(self, data):
        self.under_way.remove(data.draw(st.sampled_from(sorted(self.under_way))))
        self._failure()

    @rule()
    def somebody_gives_up_waiting(self):
        self._failure()

    @precondition(lambda self: self.under_way)
    @rule(data=st.data())
    def a_call_is_cancelled(self, data):
        ticket = data.draw(st.sampled_from(sorted(self.under_way)))
        self.under_way.remove(ticket)
        self.breaker.abandoned(ticket)
        if ticket == self.probe:
            self.probe = None

    def _failure(self):
        self.breaker.failed()
        self.row += 1
        if self.probe is not None or (self.opened_at is None and self.row >= LIMIT):
            self.opened_at, self.probe = self.clock.monotonic(), None

    @invariant()
    def it_shows_the_state_it_is_in(self):
        snapshot = self.breaker.snapshot()
        expected = "closed" if self.opened_at is None else "half_open" if self.probe else "open"
        assert snapshot.state == expected
        assert snapshot.failures == self.row
        assert (snapshot.opened_at is None) == (expected == "closed")

    @invariant()
    def it_is_never_closed_after_too_many_failures_in_a_row(self):
        assert self.row < LIMIT or self.opened_at is not None


BreakerMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestBreakerStates = BreakerMachine.TestCase
