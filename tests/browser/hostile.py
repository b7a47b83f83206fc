"""Hostile text as title, heading, number, name, body, collection and query; what must not happen."""

import json
import random
from dataclasses import replace
from pathlib import Path

from server.domain.document import ReadDocument
from server.ports.document_source import Listing
from tests.browser.desk import Desk
from tests.fakes.plain_texts import make_document
from tests.fakes.services import FakeHouse

ROOT = Path(__file__).resolve().parents[2]
OURS = ROOT / "tests" / "data" / "hostile-page.jsonl"
SHARED = ROOT.parent / "shared" / "data" / "injection" / "strings.jsonl"
WORD = "신청서류목록"  # stands in every hostile clause, so that it is found
# Elements that no text may ever make. The page itself has none of them inside its views.
FOREIGN = (
    "img, iframe, frame, script, object, embed, link, style, meta, base, a, video, audio, math, template,"
    " form[action]"
)


def hostile_strings(count: int, *, seed: int) -> list[str]:
    """A seeded choice out of ours and, where they are present, the shared ones; all of ours come first."""
    rows = [_texts(OURS), _texts(SHARED) if SHARED.exists() else []]
    for texts in rows:
        random.Random(seed).shuffle(texts)
    return [text for texts in rows for text in texts][:count]


def _texts(path: Path) -> list[str]:
    return [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").split("\n") if line]


class HostileSource:
    """A document for each string, hostile in every part. Implements DocumentSource."""

    def __init__(self, strings: list[str]) -> None:
        self._read = {f"d{n}.md": hostile_document(f"d{n}", text) for n, text in enumerate(strings)}

    def scan(self) -> list[Listing]:
        return [self.look(path) for path in self._read]

    def look(self, path: str) -> Listing | None:
        read = self._read.get(path)
        if read is None:
            return None
        document = read.document
        return Listing(
            doc_id=document.doc_id,
            collection=document.collection,
            path=path,
            size=document.size,
            modified_ns=document.modified_ns,
        )

    def file_hash(self, listing: Listing) -> str:
        return self._read[listing.path].document.file_hash

    def read(self, listing: Listing) -> ReadDocument:
        return self._read[listing.path]


def hostile_document(doc_id: str, text: str) -> ReadDocument:
    line = " ".join(text.split())
    body = f"{WORD} {text}\n다음 서류를 제출하여야 한다.\n1. {line[:70]}\n2. 신분증({line})"
    made = make_document(
        doc_id, {line[:60] or "1": body}, title=line[:120], collection=line[:60], headings={}
    )
    (clause,) = made.clauses
    hostile = replace(clause, heading=f"{WORD} {line[:80]}", path=(line[:80],))
    return ReadDocument(document=replace(made.document, path=f"{doc_id}.md"), clauses=(hostile,))


def hostile_house(strings: list[str]) -> FakeHouse:
    """A house over such documents; its model names the hostile strings too."""
    house = FakeHouse(HostileSource(strings)).build()
    house.picker.invented = tuple(" ".join(text.split())[:80] for text in strings[:3])
    return house


def visit(desk: Desk, text: str) -> None:
    """Take one string through cards, clause, answer and trace."""
    page = desk.page
    said = f"{WORD} {' '.join(text.split())[:300]}"
    page.evaluate("location.hash = '#cards'")
    desk.say(said)
    desk.settle()
    if desk.card().count():
        desk.open_clause()
        page.keyboard.press("Escape")
    page.evaluate("location.hash = '#ask'")
    page.fill("#question", said)
    page.press("#question", "Enter")
    page.wait_for_selector(".answer, #answer .notice.bad")
    page.evaluate("location.hash = '#inside'")
    page.fill("#inside-query", said)
    page.check("#inside-generate")
    page.press("#inside-query", "Enter")
    page.wait_for_selector("#flow, #trace .notice.bad")
    check(desk)


def check(desk: Desk) -> None:
    """No script of the text ran, nothing of it became an element."""
    ran = desk.page.evaluate("['hostile', 'pwned', 'xss'].filter((name) => name in window)")
    if ran:
        desk.problems.append(f"a script ran: {ran}")
    made = desk.page.evaluate(
        f"document.querySelectorAll('#view :is({FOREIGN}), #panel :is({FOREIGN})').length"
    )
    if made:
        desk.problems.append(f"{made} elements were made of text")


def still_usable(desk: Desk) -> bool:
    """After all that, a search gives a card and its clause opens."""
    desk.go("cards")
    desk.say(f"{WORD} 신분증")
    desk.settle()
    return desk.open_clause().locator(".body").is_visible()
