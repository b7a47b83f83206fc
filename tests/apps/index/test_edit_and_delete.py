"""From an edit on the disk to what a running server and a restarted one say, on real files."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.adapters.editions.store import EditionStore
from server.apps.documents.source import open_source
from server.apps.documents.splitter import SPLITTER_VERSION
from server.apps.index.build import build_edition
from server.apps.index.freshness import FreshnessProbe
from server.apps.index.recipe import Recipe
from server.apps.index.status import IndexStatus, index_status
from server.domain.errors import BuildFailed, NothingToIndex
from server.domain.hit import WeightedTerm
from server.domain.query import Scope
from server.domain.reasons import Freshness
from tests.fakes.plain_texts import PlainAnalyser

TERMS = "# 수도 급수 조례\n\n## 제1조(수수료)\n\n열람 수수료는 400원 으로 한다.\n"
LEASE = "# 이사 안내\n\n## 제1조(신고)\n\n이사 신고는 사흘 전에 한다.\n"


class Server:
    """What a server keeps between requests."""

    def __init__(self, documents: Path, data: Path) -> None:
        self.store = EditionStore(data / "editions")
        self.recipe = Recipe(
            source=open_source(documents),
            analyser=PlainAnalyser(),
            embedder=None,
            splitter_version=SPLITTER_VERSION,
        )
        self.probe = FreshnessProbe(self.recipe, self.store)

    def found(self, word: str) -> list[tuple[str, Freshness]]:
        """Bodies that hold the word, each with its document's freshness, as a card would say it."""
        with self.store.current() as edition:
            documents = {document.doc_id: document for document in edition.documents()}
            hits = edition.match_any([WeightedTerm(field="body_words", token=word)], limit=9, scope=Scope())
            return [
                (clause.body, self.probe.freshness_of(documents[clause.doc_id]))
                for clause in edition.clauses([hit.row for hit in hits])
            ]

    def status(self) -> IndexStatus:
        return index_status(self.recipe, self.store, self.store, self.probe)

    def close(self) -> None:
        self.store.close()


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    folder = tmp_path / "documents"
    (folder / "water").mkdir(parents=True)
    (folder / "water" / "terms.md").write_text(TERMS, "utf-8")
    (folder / "lease.md").write_text(LEASE, "utf-8")
    return folder


@pytest.fixture
def server(documents: Path, tmp_path: Path) -> Iterator[Server]:
    with closing(Server(documents, tmp_path / "data")) as running:
        build_edition(running.recipe, running.store)
        yield running


def test_an_edit_is_stale_at_once_and_the_rebuild_serves_the_new_text(
    server: Server, documents: Path
) -> None:
    assert not server.status().stale
    (documents / "water" / "terms.md").write_text(TERMS.replace("400원", "500원"), "utf-8")
    assert server.status().reasons == ("changed: 1 document",)
    assert [freshness for _, freshness in server.found("400원")] == [Freshness.CHANGED]
    build_edition(server.recipe, EditionStore(documents.parent / "data" / "editions"))
    assert server.found("400원") == []
    assert [freshness for _, freshness in server.found("500원")] == [Freshness.FRESH]
    assert not server.status().stale


def test_a_deleted_document_has_no_ghosts_after_a_restart(
    server: Server, documents: Path, tmp_path: Path
) -> None:
    (documents / "lease.md").unlink()
    assert server.status().reasons == ("missing: 1 document",)
    assert [freshness for _, freshness in server.found("이사")] == [Freshness.MISSING]
    build_edition(server.recipe, server.store)
    server.close()
    with closing(Server(documents, tmp_path / "data")) as restarted:
        assert restarted.found("이사") == []
        assert [one.doc_id for one in restarted.status().documents] == ["water/terms"]
        with restarted.store.current() as edition:
            assert edition.document_frequency("title_words", "이사") == 0


def test_a_folder_that_is_not_mounted_keeps_its_edition_and_serves_again_when_it_is_back(
    server: Server, documents: Path
) -> None:
    away = documents.rename(documents.with_name("away"))
    documents.mkdir()
    status = server.status()
    assert status.stale
    assert status.reasons[0] == "missing: 2 documents"
    assert status.reasons[1].startswith("nothing_to_index: ")
    assert "--allow-empty" in status.reasons[1]
    with pytest.raises(NothingToIndex):
        build_edition(server.recipe, server.store)
    assert [freshness for _, freshness in server.found("이사")] == [Freshness.MISSING]
    documents.rmdir()
    away.rename(documents)
    assert not server.status().stale
    assert [freshness for _, freshness in server.found("이사")] == [Freshness.FRESH]


def test_a_failing_rebuild_leaves_the_old_text_serving_and_says_stale(
    server: Server, documents: Path, tmp_path: Path
) -> None:
    (documents / "lease.md").write_text(LEASE.replace("사흘", "이틀"), "utf-8")
    (tmp_path / "data" / "editions" / "building").write_text("in the way")
    with pytest.raises(BuildFailed):
        build_edition(server.recipe, server.store)
    assert [freshness for _, freshness in server.found("사흘")] == [Freshness.CHANGED]
    status = server.status()
    assert status.stale
    assert status.history[0].failure
    assert status.running is None
