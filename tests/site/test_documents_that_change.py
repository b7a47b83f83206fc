"""Edit, add and delete documents under a running server: what is old is never shown as fresh."""

import shutil
from pathlib import Path

import pytest

from tests.contracts.schemas import Schemas
from tests.fakes.sites import running_site, wait_until

pytestmark = pytest.mark.loopback

SCHEMAS = Schemas(Path(__file__).resolve().parents[2] / "contracts")
FEES = "water/fees.md"
FEE_CLAUSE = "water/fees#민원 수수료"
QUERY = "납부확인서 발급 수수료"
CONTROL = "CONTROL_EXACT_TERM_12345"


def card_of(answer, clause_id):
    return next((card for card in answer["cards"] if card["source"]["clause_id"] == clause_id), None)


def fee_card(site):
    return card_of(site.cards(QUERY, documents=["water/fees"], k=20), FEE_CLAUSE)


def states(site):
    return {one["doc_id"]: one["freshness"] for one in site.index_status()["documents"]}


def test_an_edited_document_is_stale_at_once_and_its_card_says_so(folders):
    with running_site(folders) as site:
        assert site.index_status()["stale"] is False
        assert fee_card(site)["source"]["freshness"] == "fresh"
        site.edit(FEES, "400원", "500원")
        status = site.index_status()
        assert (status["stale"], status["reasons"]) == (True, ["changed: 1 document"])
        assert states(site)["water/fees"] == "changed"
        answer = site.cards(QUERY, documents=["water/fees"], k=20)
        assert answer["index_stale"] is True
        assert {card["source"]["freshness"] for card in answer["cards"]} == {"changed"}


def test_after_a_build_only_the_new_text_is_found(folders):
    with running_site(folders) as site:
        before = fee_card(site)
        site.edit(FEES, "400원", "500원")
        site.build()
        after = fee_card(site)
        assert after["source"]["content_hash"] != before["source"]["content_hash"]
        assert (after["source"]["freshness"], after["source"]["edition"]) == ("fresh", 2)
        assert site.index_status()["stale"] is False
        clause = site.client.get("/v1/documents/clause", params={"clause_id": FEE_CLAUSE}).json()["clause"]
        assert "500원" in clause["body"]
        assert "400원" not in clause["body"]


def test_a_rebuild_is_a_job_with_progress_and_there_is_only_one_at_a_time(folders):
    with running_site(folders) as site:
        site.edit(FEES, "400원", "500원")
        started = site.client.post("/v1/documents/index/rebuild")
        assert (started.status_code, started.json()["job"]["state"]) == (202, "running")
        again = site.client.post("/v1/documents/index/rebuild")
        assert (again.status_code, again.json()["code"]) == (409, "rebuild_running")
        assert again.json()["remedy"]
        seen = []

        def ended():
            job = site.index_status()["job"]
            seen.append(job["progress"])
            return job["state"] != "running"

        assert wait_until(ended, seconds=90)
        status = site.index_status()
        assert SCHEMAS.find_faults("index-status.v1", status) == ()
        job = status["job"]
        assert (job["state"], job["edition"], job["job_id"]) == ("done", 2, started.json()["job"]["job_id"])
        assert job["progress"]["done"] == job["progress"]["total"]
        assert fee_card(site)["source"]["edition"] == 2


def test_a_rebuild_that_fails_leaves_the_old_edition_serving(folders, tmp_path):
    nowhere = {"CLAUSECARD_DOCUMENTS": str(tmp_path / "nowhere")}
    with running_site(folders, rebuild=nowhere) as site:
        site.client.post("/v1/documents/index/rebuild")
        assert wait_until(lambda: site.index_status()["job"]["state"] != "running", seconds=60)
        job = site.index_status()["job"]
        assert job["state"] == "failed"
        assert job["message"]
        assert job["remedy"]
        assert fee_card(site)["source"]["edition"] == 1
        assert site.client.get("/readyz").status_code == 200


@pytest.mark.parametrize("policy", ["manual", "watch", "interval"])
def test_a_folder_that_lost_everything_keeps_its_edition_whoever_asks_for_the_build(folders, policy):
    with running_site(folders, CLAUSECARD_REBUILD=policy, CLAUSECARD_REBUILD_SECONDS="1") as site:
        for path in folders.documents.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if policy == "manual":
            site.client.post("/v1/documents/index/rebuild")
        assert wait_until(lambda: (site.index_status()["job"] or {}).get("state") == "failed", seconds=120)
        status = site.index_status()
        assert status["job"]["message"].startswith("nothing_to_index: ")
        assert "--allow-empty" in status["job"]["remedy"]
        assert status["history"][0]["failure"] == status["job"]["message"]
        assert [one.partition(":")[0] for one in status["reasons"]] == ["missing", "nothing_to_index"]
        assert (status["edition"]["number"], site.cards(QUERY)["outcome"]) == (1, "no_documents")


def test_a_deleted_document_leaves_no_ghosts(folders):
    (folders.documents / FEES).unlink()
    with running_site(folders) as site:
        assert states(site)["water/fees"] == "missing"
        assert fee_card(site) is None
        everywhere = site.cards("요금 감면 금액 구경별 기본요금 민원 수수료", k=20)
        assert not {card["source"]["doc_id"] for card in everywhere["cards"]} & {"water/fees"}
        site.build()
    with running_site(folders) as restarted:
        assert "water/fees" not in states(restarted)
        assert fee_card(restarted) is None
        gone = restarted.client.get("/v1/documents/clause", params={"clause_id": FEE_CLAUSE})
        assert gone.status_code == 404


def test_a_clause_whose_document_was_deleted_while_serving_is_not_shown(folders):
    with running_site(folders) as site:
        assert fee_card(site) is not None
        (folders.documents / FEES).unlink()
        answer = site.cards(QUERY, documents=["water/fees"])
        assert (answer["outcome"], answer["cards"], answer["index_stale"]) == ("no_documents", [], True)


def test_a_document_that_shrinks_leaves_no_ghosts(folders):
    text = (folders.documents / FEES).read_text("utf-8")
    (folders.documents / FEES).write_text(text[: text.index("## 민원 수수료")], "utf-8")
    with running_site(folders) as site:
        site.build()
    with running_site(folders) as restarted:
        assert fee_card(restarted) is None
        numbers = restarted.client.get("/v1/documents/chunks", params={"doc_id": "water/fees"}).json()
        assert [one["number"] for one in numbers["clauses"]] == ["업종별 단가", "구경별 기본요금"]


@pytest.mark.parametrize("route", ["/v1/cards", "/v1/ask"])
def test_an_exact_term_is_refused_by_name_until_the_rebuild_and_found_after_it(folders, route):
    def ask(site):
        return site.client.post(route, json={"query": f"{CONTROL} 점검은 언제 하나요?"}).json()

    with running_site(folders) as site:
        assert ask(site)["missing_exact_terms"] == [CONTROL]
        note = folders.documents / "water" / "control.md"
        note.write_text(f"# 점검 안내\n\n## 점검 코드\n\n{CONTROL} 점검은 매월 1일에 한다.\n", "utf-8")
        before = ask(site)
        assert before["missing_exact_terms"] == [CONTROL]
        assert wait_until(lambda: ask(site)["index_stale"], seconds=3)  # all documents: looked at each second
        assert states(site)["water/control"] == "new"
        site.build()
        after = ask(site)
        assert after["missing_exact_terms"] == []
        found = after.get("cards") or after["sources"]
        source = found[0].get("source", found[0])
        assert source["clause_id"] == "water/control#점검 코드"
        assert after["index_stale"] is False
        assert "tier" not in found[0] or (found[0]["tier"], found[0]["score"]) == ("exact", 1.0)


def test_before_the_first_build_everything_says_that_there_is_no_index(folders, tmp_path):
    with running_site(folders, CLAUSECARD_DATA=str(tmp_path / "empty")) as site:
        answer = site.cards(QUERY)
        assert (answer["outcome"], answer["cards"]) == ("index_empty", [])
        assert site.client.get("/readyz").status_code == 503
        assert site.client.get("/v1/documents").json()["code"] == "index_empty"
        assert site.index_status()["edition"] is None
        site.build()
        assert site.cards(QUERY)["outcome"] == "cards"


def test_an_edition_without_a_clause_is_no_index_and_not_an_answer_of_nothing_found(folders, tmp_path):
    nothing = tmp_path / "nothing"
    nothing.mkdir()
    empty = {"CLAUSECARD_DATA": str(tmp_path / "empty"), "CLAUSECARD_DOCUMENTS": str(nothing)}
    with running_site(folders, **empty) as site:
        site.build()
        assert site.index_status()["edition"]["clauses"] == 0
        assert site.cards(QUERY)["outcome"] == "index_empty"
        for route in ("/v1/ask", "/v1/documents/search", "/v1/rag/debug"):
            refused = site.client.post(route, json={"query": QUERY})
            assert (refused.status_code, refused.json()["code"]) == (503, "index_empty"), route
        assert site.client.get("/readyz").status_code == 503
        assert site.client.get("/v1/documents").json()["documents"] == []
