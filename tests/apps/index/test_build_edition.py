"""A build reads what changed and keeps what did not."""

from pathlib import Path

import pytest

from server.adapters.editions.store import EditionStore
from server.apps.index.build import BuildReport, build_edition
from server.apps.index.recipe import Recipe
from server.domain.edition import BuildProgress
from server.domain.errors import EmbedderUnavailable, NothingToIndex
from server.domain.hit import WeightedTerm
from server.domain.query import Scope
from tests.fakes.document_source import FakeSource
from tests.fakes.edition_store import FakeEditionStore
from tests.fakes.plain_texts import HashEmbedder, PlainAnalyser

Store = EditionStore | FakeEditionStore


@pytest.fixture(params=["in memory", "on disk"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return FakeEditionStore() if request.param == "in memory" else EditionStore(tmp_path / "editions")


@pytest.fixture
def source() -> FakeSource:
    return FakeSource(
        {
            "water/terms.md": "제1조: 수수료 400원\n제2조: 누수 감면",
            "lease.md": "제1조: 이사 신고\n제2조: 보증금 반환",
        }
    )


def recipe(source: FakeSource, **kwargs) -> Recipe:
    defaults = {"analyser": PlainAnalyser(), "embedder": None, "splitter_version": "s1"}
    return Recipe(source=source, **{**defaults, **kwargs})


def texts(store: Store, word: str) -> list[str]:
    with store.current() as edition:
        hits = edition.match_any([WeightedTerm(field="body_words", token=word)], limit=9, scope=Scope())
        return [clause.body for clause in edition.clauses([hit.row for hit in hits])]


def work(report: BuildReport) -> tuple[bool, int, int, int]:
    return report.published, report.documents_read, report.documents_removed, report.clauses_analysed


def test_the_first_build_reads_everything(store: Store, source: FakeSource) -> None:
    report = build_edition(recipe(source), store)
    assert work(report) == (True, 2, 0, 4)
    assert (report.edition.documents, report.edition.clauses) == (2, 4)
    assert texts(store, "400원") == ["수수료 400원"]


def test_a_build_without_news_publishes_nothing(store: Store, source: FakeSource) -> None:
    first = build_edition(recipe(source), store)
    again = build_edition(recipe(source), store)
    assert work(again) == (False, 0, 0, 0)
    assert again.edition == first.edition


def test_an_edited_clause_alone_is_analysed_and_its_old_text_is_gone(
    store: Store, source: FakeSource
) -> None:
    build_edition(recipe(source), store)
    source.write("water/terms.md", "제1조: 수수료 500원\n제2조: 누수 감면")
    assert work(build_edition(recipe(source), store)) == (True, 1, 0, 1)
    assert texts(store, "500원") == ["수수료 500원"]
    assert texts(store, "400원") == []
    assert texts(store, "수수료") == ["수수료 500원"]
    assert texts(store, "감면") == ["누수 감면"]


def test_a_document_that_shrinks_leaves_no_clauses_behind(store: Store, source: FakeSource) -> None:
    build_edition(recipe(source), store)
    source.write("lease.md", "제1조: 이사 신고")
    build_edition(recipe(source), store)
    assert texts(store, "보증금") == []
    with store.current() as edition:
        assert edition.clause("lease#제2조") is None
        assert edition.document_frequency("body_words", "보증금") == 0


def test_a_deleted_document_leaves_no_ghosts(store: Store, source: FakeSource) -> None:
    build_edition(recipe(source), store)
    source.delete("lease.md")
    assert work(build_edition(recipe(source), store)) == (True, 0, 1, 0)
    assert texts(store, "이사") == []
    with store.current() as edition:
        assert [document.doc_id for document in edition.documents()] == ["water/terms"]


def test_a_clause_that_moves_is_not_analysed_again(store: Store, source: FakeSource) -> None:
    build_edition(recipe(source), store)
    source.write("lease.md", "제2조: 보증금 반환\n제1조: 이사 신고")
    assert work(build_edition(recipe(source), store)) == (True, 1, 0, 0)
    with store.current() as edition:
        found = edition.document_clauses("lease", offset=0, limit=9)
        assert [clause.number for clause in found] == ["제2조", "제1조"]


def test_a_touched_file_is_hashed_but_not_read(store: Store, source: FakeSource) -> None:
    build_edition(recipe(source), store)
    source.touch("lease.md")
    assert work(build_edition(recipe(source), store)) == (True, 0, 0, 0)
    hashed = len(source.hashed_paths)
    assert work(build_edition(recipe(source), store)) == (False, 0, 0, 0)
    assert len(source.hashed_paths) == hashed
    assert texts(store, "이사") == ["이사 신고"]


def test_an_unreadable_file_is_listed_and_stops_nothing(store: Store, source: FakeSource) -> None:
    source.write("broken.txt", "\x00\x01")
    report = build_edition(recipe(source), store)
    assert [file.path for file in report.edition.unreadable] == ["broken.txt"]
    assert report.edition.clauses == 4
    source.write("broken.txt", "제1조: 다시 읽힘")
    assert build_edition(recipe(source), store).edition.unreadable == ()
    assert texts(store, "읽힘") == ["다시 읽힘"]


def test_a_document_that_becomes_unreadable_is_served_no_more(store: Store, source: FakeSource) -> None:
    build_edition(recipe(source), store)
    source.write("lease.md", "no clauses any more")
    report = build_edition(recipe(source), store)
    assert [file.path for file in report.edition.unreadable] == ["lease.md"]
    assert texts(store, "이사") == []


def test_an_unreadable_file_that_is_deleted_leaves_the_list(store: Store, source: FakeSource) -> None:
    source.write("broken.txt", "?")
    build_edition(recipe(source), store)
    source.delete("broken.txt")
    assert build_edition(recipe(source), store).edition.unreadable == ()


@pytest.mark.parametrize(
    ("changed", "read", "analysed"),
    [
        ({"splitter_version": "s2"}, 2, 0),
        ({"analyser": PlainAnalyser(version="plain-2")}, 2, 4),
        ({"embedder": HashEmbedder()}, 2, 4),
    ],
)
def test_another_fingerprint_redoes_what_depends_on_it(
    store: Store, source: FakeSource, changed: dict, read: int, analysed: int
) -> None:
    build_edition(recipe(source), store)
    report = build_edition(recipe(source, **changed), store)
    assert work(report) == (True, read, 0, analysed)
    assert report.edition.fingerprint == recipe(source, **changed).fingerprint()


def test_vectors_follow_and_unchanged_passages_are_not_embedded_again(
    store: Store, source: FakeSource
) -> None:
    embedder = HashEmbedder()
    report = build_edition(recipe(source, embedder=embedder), store)
    assert (report.edition.vectors, report.passages_embedded) == (4, 4)
    assert [record.vectors for record in store.history()] == [4, 0]
    source.write("lease.md", "제1조: 이사 신고\n제2조: 보증금 보호")
    assert build_edition(recipe(source, embedder=embedder), store).passages_embedded == 1
    assert embedder.embedded == 5


def test_another_embedder_makes_its_own_vectors_without_new_tokens(store: Store, source: FakeSource) -> None:
    build_edition(recipe(source, embedder=HashEmbedder()), store)
    other = HashEmbedder(embedder_id="hash-2", dimension=32)
    report = build_edition(recipe(source, embedder=other), store)
    assert (report.clauses_analysed, report.passages_embedded, report.edition.vectors) == (0, 4, 4)


def test_an_embedder_that_goes_away_leaves_the_lexical_edition_and_its_work(store: Store) -> None:
    source = FakeSource({"long.md": "\n".join(f"제{n}조: 문장 {n}" for n in range(1, 71))})
    embedder = HashEmbedder()
    embedder.fails_after = 40
    with pytest.raises(EmbedderUnavailable, match="edition 1 serves"):
        build_edition(recipe(source, embedder=embedder), store)
    assert texts(store, "문장")
    assert "edition 1 serves" in (store.history()[0].failure or "")
    embedder.fails_after = None
    report = build_edition(recipe(source, embedder=embedder), store)
    assert (report.passages_embedded, report.edition.vectors) == (38, 70)


def test_progress_counts_up_to_the_end_of_each_phase(store: Store, source: FakeSource) -> None:
    seen: list[BuildProgress] = []
    build_edition(recipe(source, embedder=HashEmbedder()), store, on_progress=seen.append)
    ends = {progress.phase: (progress.done, progress.total) for progress in seen}
    assert ends == {"scan": (0, 0), "read": (2, 2), "publish": (1, 1), "embed": (4, 4)}


def test_the_first_build_of_an_empty_folder_makes_an_empty_edition(store: Store) -> None:
    assert build_edition(recipe(FakeSource()), store).edition.clauses == 0
    assert work(build_edition(recipe(FakeSource()), store)) == (False, 0, 0, 0)


def vanish(source: FakeSource) -> None:
    for path in list(source.texts):
        source.delete(path)


def break_all(source: FakeSource) -> None:
    for path in source.texts:
        source.write(path, "no clauses any more")


@pytest.mark.parametrize("lose", [vanish, break_all])
@pytest.mark.parametrize(
    "changed", [{}, {"splitter_version": "s2"}, {"analyser": PlainAnalyser(version="2")}]
)
def test_a_build_that_would_leave_nothing_is_refused_and_the_edition_serves_on(
    store: Store, source: FakeSource, lose, changed: dict
) -> None:
    build_edition(recipe(source), store)
    lose(source)
    with pytest.raises(
        NothingToIndex, match="nothing_to_index: none of the 2 documents of edition 1"
    ) as caught:
        build_edition(recipe(source, **changed), store)
    assert "--allow-empty" in caught.value.remedy
    assert "nothing_to_index" in (store.history()[0].failure or "")
    assert texts(store, "400원") == ["수수료 400원"]


@pytest.mark.parametrize("lose", [vanish, break_all])
def test_the_last_document_goes_when_that_is_asked_for(store: Store, source: FakeSource, lose) -> None:
    source.delete("lease.md")
    build_edition(recipe(source), store)
    lose(source)
    assert build_edition(recipe(source), store, allow_empty=True).edition.documents == 0
    assert texts(store, "400원") == []
    assert work(build_edition(recipe(source), store)) == (False, 0, 0, 0)
    source.write("new.md", "제1조: 새 글")
    assert build_edition(recipe(source), store).edition.documents == 1


def test_documents_that_are_all_replaced_are_no_empty_folder(store: Store, source: FakeSource) -> None:
    build_edition(recipe(source), store)
    vanish(source)
    source.write("other.md", "제1조: 다른 글")
    assert work(build_edition(recipe(source), store)) == (True, 1, 2, 1)


def test_much_waste_lets_the_next_build_begin_afresh(tmp_path: Path) -> None:
    store = EditionStore(tmp_path)
    source = FakeSource({"a.md": "제1조: 하나\n제2조: 둘\n제3조: 셋"})
    build_edition(recipe(source), store)
    source.write("a.md", "제1조: 하나\n제2조: 넷\n제3조: 다섯")
    build_edition(recipe(source), store)
    with store.building() as builder:
        before = builder.waste()
    source.write("a.md", "제1조: 하나\n제2조: 여섯\n제3조: 다섯")
    report = build_edition(recipe(source), store)
    assert before > 0.25
    assert report.clauses_analysed == 3
    with store.building() as builder:
        assert builder.waste() == 0
