"""1,000 mutations of a ledger file: each is detected, and at the first bad record."""

import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path

import apsw

from server.adapters.sqlite.ledger import SqliteLedger
from server.domain.record import Record

MUTATIONS = 1_000
RECORDS = 40


def run(*, mutations: int = MUTATIONS, seed: int = 20261201) -> dict[str, object]:
    """The whole campaign; prints its figures."""
    dice = random.Random(seed)
    missed: list[str] = []
    kinds: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        original = _original(Path(name) / "original")
        for number in range(mutations):
            folder = Path(name) / "mutated"
            shutil.copytree(original, folder)
            kind, first_bad = _KINDS[number % len(_KINDS)](dice, folder)
            kinds[kind] += 1
            found = _first_bad(folder)
            if found != first_bad:
                missed.append(f"{kind}: record {first_bad}, found {found}")
            shutil.rmtree(folder)
    figures: dict[str, object] = {
        "mutations": mutations,
        "detected_at_the_first_bad_record": mutations - len(missed),
        "missed": missed[:5],
        "kinds": dict(kinds),
    }
    print(f"ledger mutations: {figures}")
    return figures


def _original(folder: Path) -> Path:
    folder.mkdir()
    ledger = SqliteLedger(folder / "ledger.sqlite", key_file=folder / "ledger.key")
    for number in range(RECORDS):
        content = {"query": f"질문 {number}", "shown": ["신분증", number], "score": number / 7}
        day = "2026-12-01T09:00:00+00:00"
        ledger.append(Record(request_id=f"r{number}", created_at=day, kind="cards", content=content))
    ledger.close()
    return folder


def _first_bad(folder: Path) -> int | None:
    ledger = SqliteLedger(folder / "ledger.sqlite", key_file=folder / "ledger.key")
    fault = ledger.verify().fault
    ledger.close()
    return None if fault is None else fault.sequence


def _tamper(folder: Path, *statements: tuple[str, tuple[object, ...]]) -> None:
    connection = apsw.Connection(str(folder / "ledger.sqlite"))
    connection.execute("DROP TRIGGER records_are_not_changed; DROP TRIGGER records_are_not_dropped")
    for statement, values in statements:
        connection.execute(statement, values)
    connection.close()


def _edit(dice: random.Random, folder: Path) -> tuple[str, int]:
    place = dice.randint(1, RECORDS)
    column, value = dice.choice(
        (
            ("content", '{"query":"다른 질문"}'),
            ("content", f'{{"query":"질문 {place - 1}","shown":["여권",{place - 1}],"score":0.5}}'),
            ("request_id", "other"),
            ("created_at", "2026-11-30T09:00:00+00:00"),
            ("kind", "answer"),
            ("mac", f"{dice.getrandbits(256):064x}"),
            ("previous_mac", f"{dice.getrandbits(256):064x}"),
        )
    )
    statement = f"UPDATE records SET {column} = ? WHERE sequence = ?"  # noqa: S608  # our own column
    _tamper(folder, (statement, (value, place)))
    return "edit", place


def _delete(dice: random.Random, folder: Path) -> tuple[str, int]:
    place = dice.randint(1, RECORDS - 1)
    statements = [("DELETE FROM records WHERE sequence = ?", (place,))]
    if dice.random() < 0.5:  # and close the gap
        statements.append(("UPDATE records SET sequence = sequence - 1 WHERE sequence > ?", (place,)))
    _tamper(folder, *statements)
    return "delete", place


def _reorder(dice: random.Random, folder: Path) -> tuple[str, int]:
    one, other = sorted(dice.sample(range(1, RECORDS + 1), 2))
    move = "UPDATE records SET sequence = ? WHERE sequence = ?"
    _tamper(folder, (move, (-1, one)), (move, (one, other)), (move, (other, -1)))
    return "reorder", one


def _truncate(dice: random.Random, folder: Path) -> tuple[str, int]:
    first_gone = dice.randint(1, RECORDS)
    _tamper(folder, ("DELETE FROM records WHERE sequence >= ?", (first_gone,)))
    return "truncate", first_gone


_KINDS = (_edit, _delete, _reorder, _truncate)
