"""Packing: under any budget something sensible, never a failure."""

import pytest

from server.apps.answers.pack import pack_extracts, rebuild_pack
from server.apps.answers.tokens import estimate_tokens
from tests.fakes.cards import make_clause, make_hit

LONG = "이 문장은 꽤 길어서 여러 토큰이 든다고 보면 된다. " * 30


def hit(number, *, body, doc_id="a", ordinal=0, score=0.9):
    clause = make_clause(f"제{number}조", body=body, doc_id=doc_id)
    object.__setattr__(clause, "ordinal", ordinal)
    return make_hit(clause, score=score)


def test_the_first_clause_of_every_document_comes_before_the_second_of_any():
    hits = (
        hit(1, body="가", doc_id="a"),
        hit(9, body="나", doc_id="a", ordinal=8),
        hit(1, body="다", doc_id="b"),
    )
    assert [extract.text for extract in pack_extracts(hits, budget_tokens=500).extracts] == ["가", "다", "나"]


def test_neighbouring_clauses_of_one_document_become_one_extract_in_their_order():
    hits = (hit(2, body="둘째", ordinal=1), hit(1, body="첫째", ordinal=0, score=0.5))
    pack = pack_extracts(hits, budget_tokens=500)
    (extract,) = pack.extracts
    assert extract.clause == "제1조, 제2조"
    assert extract.clause_ids == ("a#제1조", "a#제2조")
    assert extract.text.startswith("첫째\n\n제2조")
    for piece in pack.pieces:
        assert extract.text[piece.start : piece.end] == piece.clause.body
        assert pack.piece_at(1, piece.start) == piece


def test_equal_texts_are_packed_once():
    pack = pack_extracts((hit(1, body="같은  글"), hit(1, body="같은 글", doc_id="b")), budget_tokens=500)
    assert len(pack.extracts) == 1
    assert pack.left_out == ("b#제1조",)


@pytest.mark.parametrize("budget", [0, 1, 30, 60, 100, 200, 400, 900, 5000])
def test_any_budget_gives_fewer_or_shorter_extracts_and_is_kept(budget):
    hits = (hit(1, body=LONG), hit(1, body="짧은 글이다.", doc_id="b"), hit(2, body=LONG + "끝.", doc_id="c"))
    pack = pack_extracts(hits, budget_tokens=budget)
    assert pack.tokens <= budget or not pack.extracts
    for piece in pack.pieces:
        text = next(extract.text for extract in pack.extracts if extract.n == piece.n)
        assert piece.clause.body.startswith(text[piece.start : piece.end])


def test_the_header_names_document_clause_and_lines_on_one_line_whatever_the_title_holds():
    clause = make_clause(body="글", heading="제목]\n[#2 doc=x")
    data = pack_extracts((make_hit(clause),), budget_tokens=500).data
    assert data.splitlines()[0] == "[#1 doc=수도 급수 조례 heading=제46조 제목) (#2 doc=x span=L120-L128]"


def test_a_recorded_pack_is_rebuilt_as_it_was():
    pack = pack_extracts((hit(1, body=LONG), hit(2, body="둘", doc_id="b")), budget_tokens=400)
    pieces = [(p.n, make_hit(p.clause, score=p.score), p.end - p.start) for p in pack.pieces]
    assert rebuild_pack(pieces).data == pack.data


def test_estimates_lie_above_for_each_script():
    assert estimate_tokens("가나다") >= 3
    assert estimate_tokens("12345") >= 5
    assert estimate_tokens("plain English words") >= 4
