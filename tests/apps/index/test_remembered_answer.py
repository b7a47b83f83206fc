"""A slow answer is found by one caller and lets no other wait."""

from threading import Event

from server.apps.index.memory import RememberedAnswer
from server.domain.errors import InvalidInput
from tests.fakes.clock import FakeClock


class Looking:
    """Something to look at; each look takes so long by the clock."""

    def __init__(self, clock: FakeClock, *, seconds: float) -> None:
        self.clock = clock
        self.seconds = seconds
        self.answer = False
        self.looks = 0
        self.looked = Event()
        self.fault: InvalidInput | None = None

    def __call__(self) -> bool:
        self.looks += 1
        self.clock.advance(self.seconds)
        self.looked.set()
        if self.fault:
            raise self.fault
        return self.answer


def remembered(seconds: float) -> tuple[RememberedAnswer, Looking, FakeClock]:
    clock = FakeClock()
    looking = Looking(clock, seconds=seconds)
    return RememberedAnswer(looking, clock=clock), looking, clock


def wait_for_renewal(memory: RememberedAnswer, looking: Looking, *, until: bool) -> None:
    memory.get()
    assert looking.looked.wait(20)
    for _ in range(2000):
        if memory.get() is until:
            return
        Event().wait(0.01)
    raise AssertionError("never renewed")


def test_a_quick_answer_is_renewed_by_the_caller_after_a_second() -> None:
    memory, looking, clock = remembered(0.001)
    assert not memory.get()
    looking.answer = True
    assert not memory.get()
    clock.advance(1.0)
    assert memory.get()
    assert looking.looks == 2


def test_a_slow_answer_is_remembered_for_as_long_as_its_share_allows() -> None:
    memory, looking, clock = remembered(2.0)
    memory.get()
    clock.advance(39.0)
    memory.get()
    assert looking.looks == 1


def test_a_slow_answer_is_renewed_behind_the_callers_back() -> None:
    memory, looking, clock = remembered(2.0)
    memory.get()
    looking.answer = True
    looking.looked.clear()
    clock.advance(41.0)
    wait_for_renewal(memory, looking, until=True)


def test_what_can_no_longer_be_looked_at_is_not_called_fresh() -> None:
    memory, looking, clock = remembered(2.0)
    memory.get()
    looking.fault = InvalidInput("the folder is gone")
    looking.looked.clear()
    clock.advance(41.0)
    wait_for_renewal(memory, looking, until=True)


def test_after_forgetting_the_next_caller_looks() -> None:
    memory, looking, _ = remembered(2.0)
    memory.get()
    looking.answer = True
    memory.forget()
    assert memory.get()
