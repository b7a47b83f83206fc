"""The whole retrieval over a small index in memory."""

import json
import math

import pytest

from server.apps.retrieval.analyser import ScriptAnalyser
from server.apps.retrieval.query import parse_query
from server.apps.retrieval.retriever import Retriever
from server.apps.retrieval.synonyms import packaged_synonyms
from server.domain.errors import EmbedderUnavailable, IndexEmpty
from server.domain.reasons import Freshness, NoDocumentsReason, Outcome, Tier
from server.gates.sufficiency import judge
from tests.fakes.clause_index import FakeClauseIndex, FakeEdition
from tests.fakes.one_kiwi import one_word_by_word
from tests.fakes.plain_texts import PlainAnalyser, make_document

WATER = make_document(
    "water/terms",
    {
        "제12조": "급수설비의 소유자가 바뀐 경우에는 신분증과 매매계약서를 제출하여 명의변경을 신청한다.",
        "제12조의2": "누수가 생긴 경우 수도요금의 감면을 신청할 수 있다. 별지 제3호서식을 쓴다.",
        "제13조": "수도요금은 매월 말일까지 납부한다. 제12조의 규정에 따른다.",
        "제14조": "저수조는 6개월마다 한 번 청소하여야 한다.",
    },
    title="가온시 수도 급수 조례",
    collection="water",
    headings={
        "제12조": "급수설비의 명의변경",
        "제12조의2": "누수로 인한 수도요금의 감면",
        "제13조": "수도요금의 납부",
        "제14조": "저수조의 청소",
    },
)
GUIDE = make_document(
    "tenancy/guide",
    {
        "Article 1": "The landlord returns the deposit within fourteen days after the tenancy ends.",
        "Article 2": "The tenant may call POST /v1/repairs or set REPAIR_MODE to report a broken boiler.",
    },
    title="Riverton tenancy guide",
    collection="tenancy",
    language="en",
    headings={"Article 1": "Return of the deposit", "Article 2": "Repairs"},
)
FILLING = make_document(
    "filling/rules",
    {f"제{number}조": f"위원회는 {number}명의 위원으로 구성한다." for number in range(1, 30)},
    title="나래시 위원회 규칙",
    collection="filling",
    headings={f"제{number}조": "위원회의 구성" for number in range(1, 30)},
)


@pytest.fixture(scope="module")
def analyser():
    return ScriptAnalyser(one_word_by_word(), packaged_synonyms())


@pytest.fixture(scope="module")
def index(analyser):
    return FakeClauseIndex(FakeEdition.of([WATER, GUIDE, FILLING], analyser))


@pytest.fixture(scope="module")
def retriever(index, analyser):
    return Retriever(index=index, analyser=analyser)


def first(retriever, text, **scope):
    return retriever.retrieve(parse_query(text, **scope)).hits[0]


@pytest.mark.parametrize(
    ("query", "clause_id"),
    [
        ("물이 새서 물값이 많이 나왔는데 깎아 주나요", "water/terms#제12조의2"),
        ("수도 이름을 제 앞으로 바꾸려면 뭐 갖고 가요", "water/terms#제12조"),
        ("물탱크는 몇 달에 한 번 청소해요", "water/terms#제14조"),
        ("when do I get my deposit back", "tenancy/guide#Article 1"),
        ("어 그 저기 저 수조 청 소요", "water/terms#제14조"),
    ],
)
def test_spoken_questions_find_their_clause(retriever, query, clause_id):
    hit = first(retriever, query)
    assert hit.clause.clause_id == clause_id


@pytest.mark.parametrize(
    ("query", "clause_id"),
    [
        ("가온시 수도 급수 조례 제12조", "water/terms#제12조"),
        ("수도 급수 조례 12조의2", "water/terms#제12조의2"),
        ("별지 제3호서식", "water/terms#제12조의2"),
        ("Article 2", "tenancy/guide#Article 2"),
        ("REPAIR_MODE", "tenancy/guide#Article 2"),
        ("what is /v1/repairs", "tenancy/guide#Article 2"),
        ("“매매계약서를 제출하여”", "water/terms#제12조"),
    ],
)
def test_an_exact_term_that_stands_in_a_clause_is_exact(retriever, query, clause_id):
    hit = first(retriever, query)
    assert (hit.clause.clause_id, hit.tier, hit.score) == (clause_id, Tier.EXACT, 1.0)


@pytest.mark.parametrize(
    ("query", "missing"),
    [
        ("수도 급수 조례 제99조", "급수 조례 제99조"),
        ("도로교통법 제12조", "도로교통법 제12조"),
        ("별지 제4호서식", "별지 제4호서식"),
        ("승민소프트 명의변경", "승민소프트"),
        ("/v1/unknown", "/v1/unknown"),
    ],
)
def test_an_exact_term_that_stands_nowhere_refuses_and_is_named(retriever, query, missing):
    retrieval = retriever.retrieve(parse_query(query))
    assert [term.endswith(missing) or missing.endswith(term) for term in retrieval.missing_exact_terms] == [
        True
    ]
    assert judge(retrieval).reason is NoDocumentsReason.EXACT_TERM_MISSING


@pytest.mark.parametrize(
    "query",
    [
        "안녕하세요",
        "비트코인 시세 알려 주세요",
        "양자컴퓨터 신청 서류",
        "내일 서울 날씨 어때요",
        "how do I bake bread",
    ],
)
def test_what_the_documents_do_not_answer_is_refused(retriever, query):
    assert judge(retriever.retrieve(parse_query(query))).outcome is Outcome.NO_DOCUMENTS


@pytest.mark.parametrize(
    "query",
    [
        "",
        '"',
        "*",
        "(((",
        "a OR b",
        "OR",
        "😀😀",
        "AND NOT",
        "[1 TO 5]",
        "가\\",
        "field:value^2",
        "'",
        "가" * 2000,
    ],
)
def test_queries_that_break_parsers_get_an_ordinary_answer(retriever, query):
    judge(retriever.retrieve(parse_query(query)))


def test_a_document_filter_narrows_and_never_loosens(retriever):
    query = "물이 새서 물값이 많이 나왔는데 깎아 주나요"
    inside = retriever.retrieve(parse_query(query, documents=["tenancy/guide"]))
    assert {hit.clause.doc_id for hit in inside.hits} <= {"tenancy/guide"}
    assert judge(inside).outcome is Outcome.NO_DOCUMENTS
    elsewhere = retriever.retrieve(parse_query("별지 제3호서식", documents=["tenancy/guide"]))
    assert elsewhere.missing_exact_terms == ("별지 제3호서식",)


def test_a_hit_of_a_document_that_is_gone_is_not_admitted(index, analyser):
    gone = Retriever(
        index=index, analyser=analyser, freshness_of=lambda doc_ids: dict.fromkeys(doc_ids, Freshness.MISSING)
    )
    verdict = judge(gone.retrieve(parse_query("저수조 청소")))
    assert (verdict.outcome, verdict.reason) == (Outcome.NO_DOCUMENTS, NoDocumentsReason.DOCUMENT_MISSING)


def test_scores_fall_with_the_rank_and_are_probabilities(retriever):
    scores = [hit.score for hit in retriever.retrieve(parse_query("수도요금 납부")).hits]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 and math.isfinite(score) for score in scores)


def test_the_trace_tells_every_step_in_plain_json(retriever):
    retrieval = retriever.retrieve(parse_query("물값 깎아 주나요"))
    assert [step.name for step in retrieval.trace] == [
        "analysis",
        "exact_terms",
        "words",
        "grams",
        "dense",
        "fusion",
        "ranking",
        "tiers",
    ]
    details = {step.name: dict(step.detail) for step in retrieval.trace}
    told = json.loads(json.dumps(details, ensure_ascii=False))
    assert told["analysis"]["synonyms"]["물값"] == ["수도요금", "요금"]
    assert told["tiers"]["water/terms#제12조의2"]["tier"] == retrieval.hits[0].tier


class SilentEmbedder:
    """An embedder whose server went away."""

    embedder_id, dimension = "none", 0

    def embed_query(self, text):
        raise EmbedderUnavailable(text)

    def embed_passages(self, texts):
        raise EmbedderUnavailable(str(len(texts)))


def test_without_vectors_retrieval_goes_on_and_says_so(index, analyser):
    retrieval = Retriever(index=index, analyser=analyser, embedder=SilentEmbedder()).retrieve(
        parse_query("저수조 청소")
    )
    assert retrieval.degraded == ("dense:unavailable",)
    assert retrieval.hits[0].clause.number == "제14조"


def test_vectors_of_another_embedder_are_never_compared(index, analyser):
    other = SilentEmbedder()
    other.embedder_id = "other"
    retrieval = Retriever(index=index, analyser=analyser, embedder=other).retrieve(parse_query("저수조 청소"))
    assert retrieval.degraded == ("dense:other_embedder",)


@pytest.mark.parametrize("edition", [None, FakeEdition.of([], PlainAnalyser())], ids=["none", "empty"])
def test_no_index_is_its_own_failure(analyser, edition):
    with pytest.raises(IndexEmpty):
        Retriever(index=FakeClauseIndex(edition), analyser=analyser).retrieve(parse_query("물값"))
