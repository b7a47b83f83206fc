"""Documents, clauses, freshness, rebuild with progress, upload."""

import pytest
from playwright.sync_api import expect

from server.domain.errors import BuildFailed
from tests.browser.desk import opened
from tests.fakes.services import FakeHouse
from tests.fakes.web import served

pytestmark = pytest.mark.browser

TEXT = "# {title}\n\n### 제1조(수수료)\n수수료는 400원으로 한다.\n"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "water").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "water" / f"{name}.md").write_text(TEXT.format(title=f"규칙 {name}"), encoding="utf-8")
    return tmp_path


@pytest.fixture
def over(browser, look):
    """A desk in the documents view of a house over a folder of the test's own."""
    stack = []

    def start(house):
        server = served(house.services())
        found = opened(browser, server.__enter__(), look)
        stack.extend([server, found])
        return found.__enter__().go("documents")

    yield start
    for context in reversed(stack):
        context.__exit__(None, None, None)


def states(desk):
    return desk.page.locator("#documents td .tag").all_inner_texts()


def test_a_document_opens_to_its_clauses_and_a_clause_to_its_text(desk):
    desk.go("documents")
    desk.page.click("[data-doc='water/terms']")
    desk.page.click("[data-clause='water/terms#제24조']")
    expect(desk.page.locator("#panel .body")).to_have_text(
        "요금의 납부기한은 매월 말일로 한다. 말일이 토요일이나 공휴일이면 그다음 날로 한다."
    )
    desk.page.keyboard.press("Escape")
    expect(desk.page.locator("[data-clause='water/terms#제24조']")).to_be_focused()


def test_documents_are_filtered_by_name_and_the_filter_survives_a_redraw(desk):
    desk.go("documents")
    desk.page.fill("#document-filter", "요금표")
    expect(desk.page.locator("#documents tbody tr")).to_have_count(1)


def test_changed_new_and_missing_documents_are_told_apart_and_a_rebuild_makes_them_fresh(over, folder):
    house = FakeHouse(folder).build()
    (folder / "water" / "a.md").write_text(
        TEXT.format(title="규칙 a").replace("400", "500"), encoding="utf-8"
    )
    (folder / "water" / "b.md").unlink()
    (folder / "water" / "d.md").write_text(TEXT.format(title="규칙 d"), encoding="utf-8")
    desk = over(house)
    expect(desk.page.locator("#documents tbody tr")).to_have_count(4)
    assert sorted(states(desk)) == ["바뀜", "새 문서", "없어짐", "최신"]
    expect(desk.page.locator("#index-status .notice.warn li")).to_have_count(3)
    house.source.read_seconds = 0.7
    desk.page.click("#rebuild")
    expect(desk.page.locator("#progress")).to_contain_text("문서 읽기")
    expect(desk.page.locator("#rebuild")).to_be_disabled()
    expect(desk.page.locator("#rebuilt")).to_have_text("색인이 최신입니다.")
    assert states(desk) == ["최신"] * 3
    expect(desk.page.locator("#index-status")).to_contain_text("2판")
    assert desk.faults() == []


def test_a_rebuild_that_fails_says_why_and_the_old_index_goes_on(over, folder):
    house = FakeHouse(folder).build()
    house.rebuilds.failure = BuildFailed("the disk is full", remedy="make room")
    desk = over(house)
    desk.page.click("#rebuild")
    expect(desk.page.locator("#rebuilt")).to_have_text(
        "색인을 만들지 못했습니다: the disk is full → make room"
    )
    expect(desk.page.locator("#index-status")).to_contain_text("1판")
    expect(desk.page.locator("#rebuild")).to_be_enabled()


def test_a_second_rebuild_is_refused_with_a_reason(over, folder):
    house = FakeHouse(folder).build()
    desk = over(house)
    house.source.read_seconds = 0.5
    (folder / "water" / "e.md").write_text(TEXT.format(title="규칙 e"), encoding="utf-8")
    house.rebuilds.start()
    desk.page.click("#rebuild")
    expect(desk.page.locator("#index-status .notice.bad")).to_contain_text("already")


def test_files_that_cannot_be_read_are_listed_with_what_to_do(over, folder):
    (folder / "water" / "scan.pdf").write_bytes(b"%PDF-1.4 no text")
    (folder / "water" / "empty.md").write_text("", encoding="utf-8")
    desk = over(FakeHouse(folder).build())
    rows = desk.page.locator("#unreadable tbody tr")
    expect(rows.first).to_be_visible()
    assert all(row.locator("td").nth(2).inner_text() for row in rows.all())


def test_an_upload_is_kept_where_that_is_enabled(over, folder):
    house = FakeHouse(folder, upload=True).build()
    desk = over(house)
    new = {"name": "new.md", "mimeType": "text/markdown", "buffer": TEXT.format(title="새 규칙").encode()}
    desk.page.set_input_files("#upload-file", new)
    desk.page.fill("#upload-collection", "water")
    desk.page.click("#upload button.main")
    expect(desk.page.locator("#upload-said .notice.good")).to_be_visible()
    assert (folder / "water" / "new.md").exists()
    expect(desk.page.locator("#documents")).to_contain_text("새 문서")
    desk.page.set_input_files("#upload-file", new)
    desk.page.fill("#upload-collection", "water")
    desk.page.click("#upload button.main")
    expect(desk.page.locator("#upload-said .notice.bad")).to_contain_text("exists already")


@pytest.mark.parametrize("name", ["page.html", "photo.jpg"])
def test_a_file_of_another_type_is_not_even_sent(over, folder, name):
    desk = over(FakeHouse(folder, upload=True).build())
    desk.page.set_input_files("#upload-file", {"name": name, "mimeType": "text/plain", "buffer": b"x"})
    desk.page.click("#upload button.main")
    expect(desk.page.locator("#upload-said .notice.bad")).to_have_text(
        ".md 또는 .txt 파일만 올릴 수 있습니다."
    )


def test_an_upload_that_is_off_says_how_to_turn_it_on(desk):
    desk.go("documents")
    expect(desk.page.locator("#upload")).to_contain_text("CLAUSECARD_UPLOAD=on")
