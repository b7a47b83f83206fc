"""Every place where editions are built keeps the same promises."""

from dataclasses import replace
from pathlib import Path

import pytest

from server.adapters.editions.store import EditionStore
from server.domain.document import ReadDocument, UnreadableFile
from server.domain.edition import BuildProgress, Fingerprint
from server.domain.errors import BuildFailed, IndexEmpty, RebuildRunning
from server.domain.hit import WeightedTerm
from server.domain.query import Scope
from tests.fakes.edition_store import FakeEditionStore
from tests.fakes.plain_texts import HashEmbedder, PlainAnalyser, make_document

EMBEDDER = HashEmbedder()
LEXICAL = Fingerprint(splitter_version="s", analyser_version="plain-1", embedder_id="none", dimension=0)
DENSE = Fingerprint(splitter_version="s", analyser_version="plain-1", embedder_id="hash-1", dimension=64)
WATER = make_document("water", {"제1조": "수도 요금", "제2조": "누수 감면"})
Store = EditionStore | FakeEditionStore


@pytest.fixture(params=["in memory", "on disk"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return FakeEditionStore() if request.param == "in memory" else EditionStore(tmp_path / "editions")


def fill(draft, read: ReadDocument) -> None:
    draft.put_document(read.document)
    for clause, analysis in zip(read.clauses, PlainAnalyser().analyse_many(read.clauses), strict=True):
        draft.add(clause, analysis, text_key=clause.content_hash)


def publish(store: Store, *read: ReadDocument, fingerprint: Fingerprint = LEXICAL, fresh: bool = True):
    with store.building() as builder, builder.draft(fingerprint, fresh=fresh) as draft:
        for one in read:
            fill(draft, one)
        return draft.publish(unreadable=())


def bodies(store: Store) -> set[str]:
    with store.current() as edition:
        return {
            clause.body
            for document in edition.documents()
            for clause in edition.document_clauses(document.doc_id, offset=0, limit=99)
        }


def rows(store: Store, token: str) -> list[int]:
    term = WeightedTerm(field="body_words", token=token)
    with store.current() as edition:
        return [hit.row for hit in edition.match_any([term], limit=9, scope=Scope())]


def test_a_draft_is_invisible_until_it_is_published(store: Store) -> None:
    with store.building() as builder, builder.draft(LEXICAL, fresh=True) as draft:
        fill(draft, WATER)
        with pytest.raises(IndexEmpty), store.current():
            pass
        draft.publish(unreadable=())
        assert bodies(store) == {"수도 요금", "누수 감면"}


def test_a_reader_keeps_its_edition_while_the_next_one_is_published(store: Store) -> None:
    publish(store, WATER)
    with store.current() as before:
        publish(store, make_document("lease", {"제1조": "이사"}))
        assert [document.doc_id for document in before.documents()] == ["water"]
        assert before.clause("water#제1조") is not None
        assert bodies(store) == {"이사"}


def test_a_draft_that_is_left_changes_nothing(store: Store) -> None:
    publish(store, WATER)
    with store.building() as builder, builder.draft(LEXICAL, fresh=False) as draft:
        draft.remove_document("water")
    assert bodies(store) == {"수도 요금", "누수 감면"}
    publish(store, make_document("lease", {"제1조": "이사"}), fresh=False)
    assert bodies(store) == {"수도 요금", "누수 감면", "이사"}


def test_a_draft_whose_counts_disagree_is_refused_and_named_in_the_history(store: Store) -> None:
    publish(store, WATER)

    def lose_a_clause() -> None:
        with store.building() as builder, builder.draft(LEXICAL, fresh=False) as draft:
            draft.remove(["water#제1조"])
            draft.publish(unreadable=())

    with pytest.raises(BuildFailed, match="clauses by documents"):
        lose_a_clause()
    assert bodies(store) == {"수도 요금", "누수 감면"}
    assert "clauses by documents" in (store.history()[0].failure or "")


def test_an_unchanged_clause_keeps_its_row_and_a_removed_one_is_found_no_more(store: Store) -> None:
    publish(store, WATER)
    before = rows(store, "요금")
    changed = make_document("water", {"제1조": "수도 요금", "제2조": "이사 신고"})
    with store.building() as builder, builder.draft(LEXICAL, fresh=False) as draft:
        assert set(draft.text_keys("water")) == {"water#제1조", "water#제2조"}
        draft.put_document(changed.document)
        draft.remove(["water#제2조"])
        clause = changed.clauses[1]
        draft.add(clause, next(PlainAnalyser().analyse_many([clause])), text_key="k")
        draft.publish(unreadable=())
    assert rows(store, "요금") == before
    assert rows(store, "감면") == []
    assert len(rows(store, "신고")) == 1
    with store.current() as edition:
        assert edition.document_frequency("body_words", "감면") == 0


def test_a_moved_clause_has_its_new_place(store: Store) -> None:
    publish(store, WATER)
    turned = make_document("water", {"제2조": "누수 감면", "제1조": "수도 요금"})
    with store.building() as builder, builder.draft(LEXICAL, fresh=False) as draft:
        draft.put_document(turned.document)
        for clause in turned.clauses:
            draft.move(clause)
        draft.publish(unreadable=())
    with store.current() as edition:
        assert list(edition.document_clauses("water", offset=0, limit=9)) == list(turned.clauses)


def test_a_document_that_begins_elsewhere_takes_its_clauses_along(store: Store) -> None:
    lease = make_document("lease", {"제1조": "이사"})
    publish(store, WATER, lease)
    with store.building() as builder, builder.draft(LEXICAL, fresh=False) as draft:
        draft.move_document(replace(WATER.document, first_line=11, modified_ns=2))
        draft.publish(unreadable=())
    with store.building() as builder, builder.draft(LEXICAL, fresh=False) as draft:
        draft.move_document(replace(WATER.document, first_line=8))
        draft.publish(unreadable=())
    with store.current() as edition:
        found = edition.document_clauses("water", offset=0, limit=9)
        assert [(one.start_line, one.end_line) for one in found] == [(8, 9), (10, 11)]
        assert list(edition.document_clauses("lease", offset=0, limit=9)) == list(lease.clauses)
        assert {one.doc_id: one.first_line for one in edition.documents()} == {"lease": 1, "water": 8}


def test_a_clause_id_is_unique(store: Store) -> None:
    with store.building() as builder, builder.draft(LEXICAL, fresh=True) as draft:
        fill(draft, WATER)
        with pytest.raises(BuildFailed):
            fill(draft, WATER)


def test_vectors_fill_in_behind_and_are_kept_for_the_same_text(store: Store) -> None:
    publish(store, WATER, fingerprint=DENSE)
    with store.current() as edition:
        assert (edition.info.vectors, edition.info.passages) == (0, 2)
        assert edition.match_vector(EMBEDDER.embed_query("수도"), limit=3, scope=Scope()) == []
    with store.building() as builder:
        assert builder.missing_vectors() == 2
        passages = list(builder.passages_without_vector())
        builder.keep_vectors(passages[:1], EMBEDDER.embed_passages([passages[0].text]))
        assert builder.missing_vectors() == 1
        assert builder.publish_vectors().vectors == 1
    publish(store, WATER, make_document("lease", {"제1조": "이사"}), fingerprint=DENSE)
    with store.current() as edition:
        assert (edition.info.vectors, edition.info.passages) == (1, 3)


def test_vectors_of_another_embedder_are_not_used(store: Store) -> None:
    publish(store, WATER, fingerprint=DENSE)
    with store.building() as builder:
        passages = list(builder.passages_without_vector())
        builder.keep_vectors(passages, EMBEDDER.embed_passages([one.text for one in passages]))
        other = Fingerprint(
            splitter_version="s", analyser_version="plain-1", embedder_id="hash-2", dimension=64
        )
        with builder.draft(other, fresh=False) as draft:
            assert draft.publish(unreadable=()).vectors == 0


def test_there_is_one_builder_at_a_time(store: Store) -> None:
    with store.building():
        with pytest.raises(RebuildRunning), store.building():
            pass
        assert store.running() is not None
    assert store.running() is None
    publish(store, WATER)


def test_a_running_build_shows_how_far_it_is(store: Store) -> None:
    progress = BuildProgress(phase="read", done=3, total=9, remaining_seconds=1.5)
    with store.building() as builder:
        builder.report(progress)
        assert store.running() == progress


def test_the_history_is_newest_first(store: Store) -> None:
    numbers = [publish(store, WATER).number, publish(store, WATER).number]
    assert [record.edition for record in store.history()] == numbers[::-1]
    assert numbers[0] < numbers[1]
    assert store.history()[0].clauses == 2


def test_unreadable_files_stand_in_the_edition(store: Store) -> None:
    file = UnreadableFile(path="a.txt", reason="undecodable", detail="byte 3", remedy="save it as UTF-8")
    with store.building() as builder, builder.draft(LEXICAL, fresh=True) as draft:
        draft.publish(unreadable=[file])
    with store.building() as builder:
        assert builder.base() is not None
        assert builder.base().unreadable == (file,)
        assert list(builder.documents()) == []


def test_there_is_nothing_to_continue_before_the_first_edition(store: Store) -> None:
    with store.building() as builder:
        assert builder.base() is None
        assert builder.waste() == 0
        assert list(builder.documents()) == []
    with pytest.raises(BuildFailed), store.building() as builder, builder.draft(LEXICAL, fresh=False):
        pass
