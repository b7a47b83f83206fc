"""Every clause index answers alike; the one in memory is the reference."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from server.adapters.editions.store import EditionStore
from server.domain.document import ReadDocument
from server.domain.edition import Fingerprint
from server.domain.errors import IndexEmpty
from server.domain.hit import WeightedTerm
from server.domain.query import Scope
from server.ports.clause_index import ClauseIndex
from tests.fakes.clause_index import FakeClauseIndex, FakeEdition
from tests.fakes.plain_texts import HashEmbedder, PlainAnalyser, make_document

EVERYWHERE = Scope()
WATER = make_document(
    "city/water",
    {
        "제1조": "수도 요금 은 매월 납부 한다",
        "제2조": "요금 감면 신청 서류 신분증",
        "제3조": "누수 감면 " + "관 " * 60 + "요금 누수",
    },
    collection="city",
    headings={"제2조": "감면 신청"},
)
HOUSE = make_document("house/lease", {"제1조": "이사 신고 요금", "제2조": "보증금 반환"}, collection="house")
EMBEDDER = HashEmbedder()

MakeIndex = Callable[[Sequence[ReadDocument]], ClauseIndex]


def in_memory(read: Sequence[ReadDocument]) -> ClauseIndex:
    return FakeClauseIndex(FakeEdition.of(read, PlainAnalyser(), embedder=EMBEDDER))


def on_disk(folder: Path, read: Sequence[ReadDocument]) -> ClauseIndex:
    store = EditionStore(folder)
    fingerprint = Fingerprint(
        splitter_version="fake", analyser_version="plain-1", embedder_id="hash-1", dimension=64
    )
    with store.building() as builder:
        with builder.draft(fingerprint, fresh=True) as draft:
            for one in read:
                draft.put_document(one.document)
                for clause, analysis in zip(
                    one.clauses, PlainAnalyser().analyse_many(one.clauses), strict=True
                ):
                    draft.add(clause, analysis, text_key=clause.content_hash)
            draft.publish(unreadable=())
        passages = list(builder.passages_without_vector())
        builder.keep_vectors(passages, EMBEDDER.embed_passages([one.text for one in passages]))
        builder.publish_vectors()
    return store


@pytest.fixture(scope="module", params=["in memory", "on disk"])
def make_index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> MakeIndex:
    if request.param == "in memory":
        return in_memory
    return lambda read: on_disk(tmp_path_factory.mktemp("editions"), read)


@pytest.fixture(scope="module")
def index(make_index: MakeIndex) -> ClauseIndex:
    return make_index([WATER, HOUSE])


def words(*tokens: str, field: str = "body_words", weight: float = 1.0) -> list[WeightedTerm]:
    return [WeightedTerm(field=field, token=token, weight=weight) for token in tokens]


def found(
    index: ClauseIndex, terms: Sequence[WeightedTerm], *, how: str = "match_any", **kwargs
) -> list[str]:
    with index.current() as edition:
        hits = getattr(edition, how)(terms, **{"limit": 10, "scope": EVERYWHERE, **kwargs})
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        return [clause.clause_id for clause in edition.clauses([hit.row for hit in hits])]


def test_any_term_is_enough_and_more_of_them_rank_higher(index: ClauseIndex) -> None:
    assert found(index, words("감면", "신청"))[0] == "city/water#제2조"
    assert set(found(index, words("감면", "신청"))) == {"city/water#제2조", "city/water#제3조"}


def test_all_terms_must_stand_in_one_part(index: ClauseIndex) -> None:
    assert found(index, words("감면", "신청"), how="match_all") == ["city/water#제2조"]
    assert found(index, words("감면", "보증금"), how="match_all") == []


def test_a_long_clause_is_found_once_by_its_best_part(index: ClauseIndex) -> None:
    assert found(index, words("누수")).count("city/water#제3조") == 1


def test_a_heavier_term_decides(index: ClauseIndex) -> None:
    light, heavy = words("이사", weight=0.1), words("보증금", weight=5.0)
    assert found(index, [*light, *heavy]) == ["house/lease#제2조", "house/lease#제1조"]


@pytest.mark.parametrize(
    ("scope", "expected"),
    [
        (Scope(collection="house"), {"house/lease#제1조"}),
        (Scope(collection="nowhere"), set()),
        (Scope(documents=frozenset({"house/lease"})), {"house/lease#제1조"}),
        (Scope(documents=frozenset({"city/water"}), collection="house"), set()),
        (Scope(documents=frozenset()), set()),
    ],
)
def test_a_scope_filters_and_does_not_change_scores(
    index: ClauseIndex, scope: Scope, expected: set[str]
) -> None:
    assert set(found(index, words("요금"), scope=scope)) == expected
    with index.current() as edition:
        everywhere = {
            hit.row: hit.score for hit in edition.match_any(words("요금"), limit=9, scope=EVERYWHERE)
        }
        for hit in edition.match_any(words("요금"), limit=9, scope=scope):
            assert hit.score == pytest.approx(everywhere[hit.row])


@pytest.mark.parametrize("how", ["match_any", "match_all"])
def test_no_terms_or_no_places_find_nothing(index: ClauseIndex, how: str) -> None:
    assert found(index, [], how=how) == []
    assert found(index, words("요금"), how=how, limit=0) == []


def test_the_limit_keeps_the_best(index: ClauseIndex) -> None:
    assert found(index, words("요금", "이사"), limit=1) == found(index, words("요금", "이사"))[:1]


@pytest.mark.parametrize(
    "token",
    [
        "요금:",
        "OR",
        "(",
        '"',
        "*",
        "AND",
        "\\",
        "body_words:요금",
        "🙂",
        "\0",
        "가\0나",
        pytest.param("긴" * 70_000, id="long"),
    ],
)
def test_tokens_are_data_and_never_query_syntax(index: ClauseIndex, token: str) -> None:
    assert found(index, words(token)) == []


def test_fields_are_searched_apart(index: ClauseIndex) -> None:
    assert found(index, words("신청", field="heading_words")) == ["city/water#제2조"]
    assert found(index, words("보증금", field="heading_words")) == []


def test_document_frequency_counts_parts(index: ClauseIndex) -> None:
    with index.current() as edition:
        assert edition.document_frequency("body_words", "요금") == 4
        assert edition.document_frequency("body_words", "누수") == 2  # two parts of one clause
        assert edition.document_frequency("body_words", "없는말") == 0


def test_the_nearest_passage_of_a_clause_counts(index: ClauseIndex) -> None:
    with index.current() as edition:
        hits = edition.match_vector(EMBEDDER.embed_query("보증금 반환"), limit=2, scope=EVERYWHERE)
        assert edition.clauses([hits[0].row])[0].clause_id == "house/lease#제2조"
        assert len(hits) == 2
        inside = edition.match_vector(
            EMBEDDER.embed_query("보증금 반환"), limit=9, scope=Scope(collection="city")
        )
        assert {clause.doc_id for clause in edition.clauses([hit.row for hit in inside])} == {"city/water"}


def test_vectors_have_length_one(index: ClauseIndex) -> None:
    with index.current() as edition:
        assert edition.sample_norms(3) == pytest.approx([1.0, 1.0, 1.0])
        assert edition.info.vectors == edition.info.passages == 6


def test_clauses_come_back_as_they_went_in_and_in_the_order_asked(index: ClauseIndex) -> None:
    with index.current() as edition:
        rows = [hit.row for hit in edition.match_any(words("요금"), limit=9, scope=EVERYWHERE)]
        forth, back = edition.clauses(rows), edition.clauses(rows[::-1])
        assert list(forth) == list(back)[::-1]
        assert set(forth) <= {*WATER.clauses, *HOUSE.clauses}
        assert edition.clause("house/lease#제2조") == HOUSE.clauses[1]
        assert edition.clause("nowhere#제1조") is None


def test_documents_and_their_clauses_are_listed_in_order(index: ClauseIndex) -> None:
    with index.current() as edition:
        assert list(edition.documents()) == [WATER.document, HOUSE.document]
        assert list(edition.document_clauses("city/water", offset=1, limit=1)) == [WATER.clauses[1]]
        assert list(edition.document_clauses("nowhere", offset=0, limit=9)) == []


def test_the_info_counts(index: ClauseIndex) -> None:
    with index.current() as edition:
        assert (edition.info.documents, edition.info.clauses) == (2, 5)
        assert edition.info.fingerprint.embedder_id == "hash-1"


def test_an_edition_without_documents_is_read_and_finds_nothing(make_index: MakeIndex) -> None:
    index = make_index([])
    assert found(index, words("요금")) == []
    with index.current() as edition:
        assert edition.match_vector(EMBEDDER.embed_query("요금"), limit=3, scope=EVERYWHERE) == []
        assert list(edition.sample_norms(3)) == []
        assert list(edition.documents()) == []


def test_nothing_published_is_not_the_same_as_nothing_found(tmp_path: Path) -> None:
    for index in (FakeClauseIndex(), EditionStore(tmp_path / "none")):
        with pytest.raises(IndexEmpty) as caught, index.current():
            pass
        assert "index build" in caught.value.remedy
