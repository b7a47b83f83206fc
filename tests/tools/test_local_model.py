"""The stack of `make model` without its model: weights, processor, and the words of Ollama."""

from hashlib import sha256

import pytest

from tools.local_model.runner import RunnerError, check_processor
from tools.local_model.translate import Refused, chat_line, runner_request, whole_reply
from tools.local_model.weights import Weights, WeightsError, assemble

PARTS = (b"first part, ", b"second part")
WHOLE = b"".join(PARTS)


def weights(checksum: str = sha256(WHOLE).hexdigest(), parts: int = 2) -> Weights:
    return Weights(
        name="tiny", package="tiny_part", parts=parts, size=len(WHOLE), sha256=checksum, parameters="0B",
        requirements="requirements/tiny.txt",
    )  # fmt: skip


@pytest.fixture
def installed(tmp_path, monkeypatch):
    for number, data in enumerate(PARTS, 1):
        folder = tmp_path / "site" / f"tiny_part{number}"
        (folder / "data").mkdir(parents=True)
        (folder / "__init__.py").write_text("raise RuntimeError('code of a part package was run')")
        (folder / "data" / f"part{number:02}.bin").write_bytes(data)
    monkeypatch.syspath_prepend(tmp_path / "site")
    return tmp_path / "models"


def test_parts_become_one_checked_file_that_is_made_once(installed):
    seen = []
    file = assemble(weights(), installed, lambda done, size: seen.append((done, size)))
    assert file.read_bytes() == WHOLE
    assert seen[-1] == (len(WHOLE), len(WHOLE))
    made = file.stat().st_mtime_ns
    assert assemble(weights(), installed, lambda *_: None).stat().st_mtime_ns == made


def test_a_damaged_file_is_made_anew(installed):
    file = assemble(weights(), installed, lambda *_: None)
    file.write_bytes(b"damaged")
    assert assemble(weights(), installed, lambda *_: None).read_bytes() == WHOLE


def test_parts_that_are_not_the_published_file_are_not_used(installed):
    with pytest.raises(WeightsError, match="do not add up"):
        assemble(weights("0" * 64), installed, lambda *_: None)
    assert list(installed.iterdir()) == []


def test_a_missing_part_is_named_with_the_line_that_installs_it(installed):
    with pytest.raises(WeightsError, match=r"part 3 of tiny is not installed.*requirements/tiny\.txt"):
        assemble(weights(parts=3), installed, lambda *_: None)


@pytest.mark.parametrize(("flags", "runs"), [("fpu avx avx2 fma", True), ("fpu avx fma", False)])
def test_a_processor_without_avx2_is_told_plainly(tmp_path, flags, runs):
    info = tmp_path / "cpuinfo"
    info.write_text(f"flags : {flags}\n")
    if runs:
        check_processor(info)
    else:
        with pytest.raises(RunnerError, match="AVX2"):
            check_processor(info)


def asked(**more) -> dict:
    return runner_request(
        {"model": "tiny", "messages": [{"role": "user", "content": "가", "images": []}]} | more
    )


def test_a_plain_request_has_ollamas_own_defaults_and_not_the_runners():
    request = asked()
    assert request["messages"] == [{"role": "user", "content": "가"}]
    assert (request["temperature"], request["top_k"], request["seed"]) == (0.8, 40, -1)
    assert (request["stream"], request["cache_prompt"]) == (True, True)
    assert "response_format" not in request


@pytest.mark.parametrize(("given", "sent"), [(-1, 40_960), (99_999, 40_960), (5, 5), (0, 0), (7.0, 7)])
def test_the_token_limit_is_bounded_by_ten_contexts(given, sent):
    assert asked(options={"num_predict": given})["n_predict"] == sent


def test_a_schema_arrives_with_its_keys_sorted():
    schema = asked(format={"type": "object", "properties": {"z": {}, "a": {}}})["response_format"]
    assert list(schema["json_schema"]["schema"]["properties"]) == ["a", "z"]


@pytest.mark.parametrize(
    ("more", "status", "words"),
    [
        ({"format": "yaml"}, 500, "invalid format"),
        ({"options": {"seed": True}}, 500, 'option "seed" must be of type integer'),
        ({"options": {"stop": "x"}}, 500, 'option "stop" must be of type array'),
        ({"think": True}, 400, '"tiny" does not support thinking'),
        ({"logprobs": True, "top_logprobs": 21}, 400, "between 0 and 20"),
    ],
)
def test_what_ollama_refuses_is_refused_with_its_words(more, status, words):
    with pytest.raises(Refused, match=words) as refused:
        asked(**more)
    assert refused.value.status == status


def test_counts_that_are_zero_are_left_out_and_times_are_nanoseconds():
    event = {
        "choices": [{"delta": {}, "finish_reason": "length"}],
        "timings": {"cache_n": 3, "prompt_n": 4, "prompt_ms": 2.5, "predicted_n": 0},
    }
    line = chat_line("tiny", event, 9)
    assert (line["done"], line["done_reason"]) == (True, "length")
    assert (line["prompt_eval_count"], line["prompt_eval_duration"]) == (7, 2_500_000)
    assert "eval_count" not in line


def test_a_reply_that_is_not_streamed_holds_all_its_pieces():
    pieces = [chat_line("tiny", {"choices": [{"delta": {"content": text}}]}, 1) for text in ("가", "나")]
    last = chat_line("tiny", {"choices": [{"delta": {}, "finish_reason": "stop"}]}, 1)
    assert whole_reply([*pieces, last])["message"]["content"] == "가나"


def test_an_event_without_text_is_no_line_and_an_error_is_raised():
    assert chat_line("tiny", {"choices": [{"delta": {"role": "assistant"}}]}, 1) is None
    with pytest.raises(Refused):
        chat_line("tiny", {"error": {"message": "slot gone"}}, 1)
