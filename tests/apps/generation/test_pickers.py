"""The two pickers: by a model, by rules alone."""

import asyncio
import json

import pytest

from ai.apps.generation.picker import ModelItemPicker, Picking
from ai.apps.generation.rules import RulesItemPicker
from server.domain.errors import ModelInvalidReply, ModelTimeout
from server.domain.pick import PickRequest
from tests.fakes.clauses import clause
from tests.fakes.language_model import FakeLanguageModel

BODY = (
    "① 신고하려는 자는 신고서에 다음 각 호의 서류를 첨부하여 제출하여야 한다.\n1. 신분증\n2. 위임장\n"
    "② 재발급받으려는 자는 신청서에 사진을 첨부하여야 한다."
)
NOTHING = "수도사용자는 요금을 매월 낸다."


def pick(picker, body=BODY):
    return asyncio.run(picker.pick(PickRequest(clause=clause(body), deadline_seconds=5.0)))


def answer(*names):
    return json.dumps({"items": names}, ensure_ascii=False)


def test_the_rules_pick_every_sure_name_without_a_model(morphology):
    picks = pick(RulesItemPicker(morphology))
    assert picks.names == ("신분증", "위임장", "사진")
    assert (picks.raw_reply, dict(picks.usage)) == ("", {})


def test_the_model_is_asked_once_with_the_closed_list(morphology):
    model = FakeLanguageModel(answer("사진"))
    picks = pick(ModelItemPicker(model, morphology))
    (request,) = model.requests
    assert request.schema["properties"]["items"]["items"]["enum"] == ["신분증", "위임장", "사진"]
    assert 0 < request.deadline_seconds <= 5.0
    assert picks.names == ("사진", "신분증", "위임장")
    assert picks.usage == {
        "prompt_tokens": 300,
        "output_tokens": 12,
        "cached_tokens": 200,
        "milliseconds": 42,
    }


def test_where_the_model_picks_anything_the_rules_complete_it(morphology):
    picks = pick(ModelItemPicker(FakeLanguageModel(answer("위임장", "위임장")), morphology))
    assert picks.names == ("위임장", "신분증", "사진")


def test_completion_can_be_left_out(morphology):
    picker = ModelItemPicker(FakeLanguageModel(answer("위임장")), morphology, picking=Picking(complete=False))
    assert pick(picker).names == ("위임장",)


def test_an_empty_answer_stays_empty(morphology):
    assert pick(ModelItemPicker(FakeLanguageModel(answer()), morphology)).names == ()


def test_a_name_too_long_for_a_card_is_not_offered(morphology):
    long = f"대리수령인이 지급대상자의 {'배우자ㆍ직계혈족ㆍ' * 8}방계혈족임을 확인할 수 있는 서류"
    body = f"신고하려는 자는 신고서에 다음 각 호의 서류를 첨부하여 제출하여야 한다.\n1. 신분증\n2. {long}"
    model = FakeLanguageModel(answer("신분증"))
    picks = pick(ModelItemPicker(model, morphology), body)
    assert long in [one.name for one in picks.candidates]
    assert model.requests[0].schema["properties"]["items"]["items"]["enum"] == ["신분증"]


def test_without_candidates_no_call_is_made(morphology):
    model = FakeLanguageModel(answer("신분증"))
    picks = pick(ModelItemPicker(model, morphology), NOTHING)
    assert (picks.names, picks.candidates, model.requests) == ((), (), [])


@pytest.mark.parametrize("content", ["신분증입니다", '{"items":["인감증명서"]}', ""])
def test_a_reply_outside_the_schema_is_invalid(content, morphology):
    with pytest.raises(ModelInvalidReply):
        pick(ModelItemPicker(FakeLanguageModel(content), morphology))


def test_a_models_fault_goes_through(morphology):
    with pytest.raises(ModelTimeout):
        pick(ModelItemPicker(FakeLanguageModel(ModelTimeout("late")), morphology))


def test_free_strings_are_for_evaluation_and_stay_unchecked_until_the_gates(morphology):
    model = FakeLanguageModel(answer("인감증명서"))
    assert "인감증명서" in pick(ModelItemPicker(model, morphology, picking=Picking(schema="open"))).names
    assert "enum" not in str(model.requests[0].schema)
    pick(ModelItemPicker(model, morphology, picking=Picking(schema="none")))
    assert model.requests[1].schema is None


def test_what_a_pick_depends_on_is_in_the_identity(morphology):
    model = FakeLanguageModel(answer())
    base = ModelItemPicker(model, morphology).identity()
    assert (base.origin, base.model_digest, base.options) == ("model", "sha256:fake", '{"seed":1}')
    assert ModelItemPicker(model, morphology, picking=Picking(complete=False)).identity() != base
    rules = RulesItemPicker(morphology).identity()
    assert (rules.origin, rules.model_id) == ("rules", "")
    assert rules.finder_version == base.finder_version
