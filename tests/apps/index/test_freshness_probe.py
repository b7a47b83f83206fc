"""An answer knows whether its text still lies on the disk."""

import pytest

from server.apps.index.build import build_edition
from server.apps.index.freshness import FreshnessProbe
from server.apps.index.recipe import Recipe
from server.apps.index.status import NEVER_BUILT, IndexStatus, index_status
from server.domain.document import Document
from server.domain.errors import IndexUnavailable
from server.domain.reasons import Freshness
from tests.fakes.clock import FakeClock
from tests.fakes.document_source import FakeSource
from tests.fakes.edition_store import FakeEditionStore
from tests.fakes.plain_texts import HashEmbedder, PlainAnalyser


class House:
    """A source, a store and a probe over them."""

    def __init__(self) -> None:
        self.source = FakeSource({"terms.md": "제1조: 수수료 400원", "lease.md": "제1조: 이사 신고"})
        self.store = FakeEditionStore()
        self.clock = FakeClock()
        self.recipe = self.made_with()
        self.probe = FreshnessProbe(self.recipe, self.store, clock=self.clock)

    def made_with(self, **kwargs) -> Recipe:
        defaults = {"analyser": PlainAnalyser(), "embedder": None, "splitter_version": "s1"}
        return Recipe(source=self.source, **{**defaults, **kwargs})

    def build(self) -> None:
        build_edition(self.recipe, self.store)

    def document(self, doc_id: str) -> Document:
        with self.store.current() as edition:
            return next(one for one in edition.documents() if one.doc_id == doc_id)

    def status(self, recipe: Recipe | None = None) -> IndexStatus:
        return index_status(recipe or self.recipe, self.store, self.store, self.probe)


@pytest.fixture
def house() -> House:
    return House()


def test_a_document_is_fresh_by_one_look_and_no_hash(house: House) -> None:
    house.build()
    assert house.probe.freshness_of(house.document("terms")) is Freshness.FRESH
    assert (house.source.looks, house.source.hashed_paths) == (1, [])


def test_an_edit_shows_at_once_and_the_rebuild_ends_it(house: House) -> None:
    house.build()
    house.source.write("terms.md", "제1조: 수수료 500원")
    assert house.probe.freshness_of(house.document("terms")) is Freshness.CHANGED
    house.build()
    assert house.probe.freshness_of(house.document("terms")) is Freshness.FRESH


def test_a_deleted_document_is_missing(house: House) -> None:
    house.build()
    house.source.delete("terms.md")
    assert house.probe.freshness_of(house.document("terms")) is Freshness.MISSING


def test_a_touched_file_is_hashed_once_and_is_fresh(house: House) -> None:
    house.build()
    house.source.touch("terms.md")
    for _ in range(3):
        assert house.probe.freshness_of(house.document("terms")) is Freshness.FRESH
    assert house.source.hashed_paths == ["terms.md"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda source: source.write("terms.md", "제1조: 수수료 500원"), "changed: 1 document"),
        (lambda source: source.write("new.md", "제1조: 새 글"), "new: 1 document"),
        (lambda source: source.delete("terms.md"), "missing: 1 document"),
    ],
)
def test_any_news_makes_the_edition_stale_and_is_named(house: House, change, reason: str) -> None:
    house.build()
    assert not house.probe.is_stale()
    change(house.source)
    house.clock.advance(1.5)
    assert house.probe.is_stale()
    assert house.status().reasons == (reason,)
    house.build()
    assert not house.probe.is_stale()


def test_staleness_is_remembered_for_a_second(house: House) -> None:
    house.build()
    assert not house.probe.is_stale()
    house.source.delete("terms.md")
    house.clock.advance(0.5)
    assert not house.probe.is_stale()
    house.clock.advance(0.6)
    assert house.probe.is_stale()


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"analyser": PlainAnalyser(version="plain-2")}, "analyser_version: built with plain-1, now plain-2"),
        ({"splitter_version": "s2"}, "splitter_version: built with s1, now s2"),
        ({"embedder": HashEmbedder()}, "embedder_id: built with none, now hash-1"),
    ],
)
def test_another_fingerprint_makes_the_edition_stale_and_is_named(
    house: House, changed: dict, reason: str
) -> None:
    house.build()
    status = house.status(house.made_with(**changed))
    assert status.stale
    assert reason in status.reasons


def test_an_unreadable_file_is_no_news_until_it_is_saved_again(house: House) -> None:
    house.source.write("broken.txt", "?")
    house.build()
    status = house.status()
    assert not status.stale
    assert [file.path for file in status.unreadable] == ["broken.txt"]
    assert [one.doc_id for one in status.documents] == ["lease", "terms"]
    house.source.modified["broken.txt"] = 2**62  # later than the edition
    assert house.status().reasons == ("new: 1 document",)


def test_the_status_tells_each_document(house: House) -> None:
    house.build()
    house.source.write("terms.md", "제1조: 수수료 500원")
    house.source.write("new.md", "제1조: 새 글")
    house.source.delete("lease.md")
    states = {one.doc_id: (one.freshness.value, one.clauses) for one in house.status().documents}
    assert states == {"lease": ("missing", 1), "new": ("new", 0), "terms": ("changed", 1)}


def test_the_status_before_the_first_build_says_so(house: House) -> None:
    status = house.status()
    assert status.edition is None
    assert status.reasons == (NEVER_BUILT,)
    assert {one.freshness for one in status.documents} == {Freshness.NEW}
    assert status.history == ()


def test_the_status_of_an_unreadable_edition_says_why(house: House) -> None:
    house.store.fault = IndexUnavailable("the edition cannot be read: gone")
    assert house.status().reasons == ("the edition cannot be read: gone",)


def test_the_status_counts_vectors_and_shows_the_history(house: House) -> None:
    house.recipe = house.made_with(embedder=HashEmbedder())
    house.build()
    status = house.status(house.recipe)
    assert (status.coverage.vectors, status.coverage.passages, status.coverage.complete) == (2, 2, True)
    assert [record.vectors for record in status.history] == [2, 0]
    assert status.running is None
