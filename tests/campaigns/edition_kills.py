"""Builders are killed at random moments under reading processes; no reader may notice.

Generation g of the world is a function of g alone: document i has version (g + i) // N, so that each
generation changes one document, and the versions of all documents add up to g (Hermite's identity).
A reader can therefore tell from what it reads whether it all belongs to one generation.
"""

import multiprocessing
import random
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from time import sleep

from server.adapters.editions.store import EditionStore
from server.apps.index.build import build_edition
from server.apps.index.recipe import Recipe
from server.domain.hit import WeightedTerm
from server.domain.query import Scope
from server.ports.clause_index import Edition
from tests.fakes.document_source import FakeSource
from tests.fakes.plain_texts import HashEmbedder, PlainAnalyser

DOCUMENTS = 6
EMBEDDER = HashEmbedder(dimension=8)
FIRST_LIFE_SECONDS = 0.5  # of a builder, at most
MOST_IN_VAIN = 4  # kills in a row after which nothing new was published
PAUSE_SECONDS = 0.002  # of a reader between two reads


@dataclass(kw_only=True)
class Findings:
    """What one reader saw."""

    reads: int = 0
    generations: set[int] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)


def run(*, kills: int = 200, readers: int = 4, seed: int = 20261201) -> dict[str, object]:
    """Kill builders; returns how many kills, reads and faults there were."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder, 0)
        with reading(processes, folder, readers) as finish:
            kill_builders(processes, folder, kills, random.Random(seed))
            findings = finish()
        last = build(folder, generation_on(folder) + 1)
        left = sorted(path.name for path in folder.iterdir() if path.is_dir())
    faults = [fault for one in findings for fault in one.faults]
    if left != [f"{last:06d}"]:
        faults.append(f"left behind: {left}")
    return {
        "kills": kills,
        "reading processes": len(findings),
        "reads": sum(one.reads for one in findings),
        "generations seen": len(set().union(*(one.generations for one in findings))),
        "faults": len(faults),
        "first fault": faults[0] if faults else "none",
    }


def kill_builders(processes: ForkServerContext, folder: Path, kills: int, chance: random.Random) -> None:
    """One builder after the other, each killed at a random moment of its builds.

    Lives grow on a slow machine until builds do end among them: kills must fall into every phase.
    """
    longest, vain, latest = FIRST_LIFE_SECONDS, 0, generation_on(folder)
    for _ in range(kills):
        builder = processes.Process(target=build_on_and_on, args=(folder,))
        builder.start()
        sleep(chance.uniform(0.0, longest))
        builder.kill()
        builder.join()
        generation = generation_on(folder)
        vain, latest = (vain + 1 if generation == latest else 0), generation
        if vain == MOST_IN_VAIN:
            longest, vain = 1.5 * longest, 0


def build_on_and_on(folder: Path) -> None:
    """A builder's life: one generation after the other."""
    generation = generation_on(folder)
    while True:
        generation += 1
        build(folder, generation)


def build(folder: Path, generation: int) -> int:
    """Build one generation; returns the edition's number."""
    source = world(generation)
    recipe = Recipe(source=source, analyser=PlainAnalyser(), embedder=EMBEDDER, splitter_version="1")
    return build_edition(recipe, EditionStore(folder)).edition.number


def world(generation: int) -> FakeSource:
    """The documents of one generation; a version's time is its number."""
    source = FakeSource()
    for place in range(DOCUMENTS):
        version = (generation + place) // DOCUMENTS
        source.write(f"doc{place}.md", "\n".join(lines_of(place, version)))
        source.modified[f"doc{place}.md"] = version
    return source


def lines_of(place: int, version: int) -> Iterator[str]:
    """The clauses of a version: from two to four of them."""
    for number in range(1, 3 + version % 3):
        yield f"제{number}조: 모두 doc{place}판{version} 문장{number}"


def generation_on(folder: Path) -> int:
    """The published generation."""
    with closing(EditionStore(folder)) as store, store.current() as edition:
        return sum(version_of(edition, place) for place in range(DOCUMENTS))


def version_of(edition: Edition, place: int) -> int:
    """The version of a document, as its first clause says it."""
    first = edition.document_clauses(f"doc{place}", offset=0, limit=1)[0]
    return int(first.body.split()[1].partition("판")[2])


class reading:  # noqa: N801  # used like a function: `with reading(…) as finish`
    """Reading processes from enter to `finish()`, which returns their findings."""

    def __init__(self, processes: ForkServerContext, folder: Path, count: int) -> None:
        self._stop = processes.Event()
        self._pipes: list[Connection] = []
        self._readers: list[ForkServerProcess] = []
        for _ in range(count):
            here, there = processes.Pipe(duplex=False)
            self._pipes.append(here)
            self._readers.append(processes.Process(target=read_on_and_on, args=(folder, self._stop, there)))

    def __enter__(self):
        for reader in self._readers:
            reader.start()
        return self.finish

    def finish(self) -> list[Findings]:
        self._stop.set()
        return [pipe.recv() for pipe in self._pipes]

    def __exit__(self, *_: object) -> None:
        for reader in self._readers:
            reader.kill()
            reader.join()


def read_on_and_on(folder: Path, stop, findings_to: Connection) -> None:
    """A reader's life: pin an edition, look at all of it, let it go."""
    store = EditionStore(folder)
    findings = Findings()
    latest = 0
    while not stop.is_set():
        try:
            with store.current() as edition:
                generation = look_at_all_of(edition)
            if generation < latest:
                findings.faults.append(f"generation {generation} after {latest}")
            latest = generation
            findings.generations.add(generation)
        except Exception as error:  # noqa: BLE001  # whatever a reader meets is a finding
            findings.faults.append(repr(error))
        findings.reads += 1
        sleep(PAUSE_SECONDS)
    findings_to.send(findings)


def look_at_all_of(edition: Edition) -> int:
    """The generation; raises AssertionError when something belongs to another one."""
    generation = sum(version_of(edition, place) for place in range(DOCUMENTS))
    everything: set[str] = set()
    for place in range(DOCUMENTS):
        doc_id, version = f"doc{place}", (generation + place) // DOCUMENTS
        lines = set(lines_of(place, version))
        everything |= lines
        clauses = edition.document_clauses(doc_id, offset=0, limit=99)
        assert {f"{clause.number}: {clause.body}" for clause in clauses} == lines
        assert edition.document_frequency("body_words", f"{doc_id}판{version}") == len(lines)
        assert edition.document_frequency("body_words", f"{doc_id}판{version - 1}") == 0
        assert edition.document_frequency("body_words", f"{doc_id}판{version + 1}") == 0
    assert (edition.info.documents, edition.info.clauses) == (DOCUMENTS, len(everything))
    term = WeightedTerm(field="body_words", token="모두")
    hits = edition.match_any([term], limit=99, scope=Scope())
    found = {f"{clause.number}: {clause.body}" for clause in edition.clauses([hit.row for hit in hits])}
    assert found == everything
    near = edition.match_vector(EMBEDDER.embed_query("모두"), limit=99, scope=Scope())
    assert len(near) == edition.info.vectors
    edition.clauses([hit.row for hit in near])
    return generation
