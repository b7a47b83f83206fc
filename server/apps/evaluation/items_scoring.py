"""Scores of picked names against labels; pure.

The rules are those of ../shared/data/golden/score_items.py, so that its figures can be compared:
white space aside, a name matches a label that it equals, contains or is contained in (the shorter
one has at least two characters); each name goes to the label it covers best, gold before neutral.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from server.apps.evaluation.items_golden import GoldenItems
from server.domain.card import Item

MIN_CHARACTERS = 2
OVERLAP_CHARACTERS = 6  # of a shown condition with the labelled one


@dataclass(frozen=True, kw_only=True, slots=True)
class Score:
    """One clause: labels found, names that match nothing, labels missed."""

    found: int
    wrong: int
    missed: int
    non_literal: int

    @property
    def all_right(self) -> bool:
        """Everything found and nothing wrong."""
        return self.missed == 0 and self.wrong == 0


def score(names: Iterable[str], golden: GoldenItems) -> Score:
    """Score the names of one clause; a name that is not literally in the clause is wrong."""
    found: set[str] = set()
    wrong = non_literal = 0
    for name in dict.fromkeys(names):
        if name not in golden.clause.body:
            non_literal += 1
            wrong += 1
            continue
        label = best_label(name, golden)
        wrong += label is None
        if label in golden.gold:
            found.add(str(label))
    return Score(found=len(found), wrong=wrong, missed=len(golden.gold) - len(found), non_literal=non_literal)


def best_label(name: str, golden: GoldenItems) -> str | None:
    """The gold or neutral label that the name matches best."""
    ranked = [(similarity(name, label), 1, label) for label in golden.gold]
    ranked += [(similarity(name, label), 0, label) for label in golden.neutral]
    best = max(ranked, default=(0.0, 0, ""))
    return best[2] if best[0] > 0 else None


def similarity(name: str, label: str) -> float:
    """1.0 when equal without white space, the shared part when one contains the other, else 0.0."""
    one, other = "".join(name.split()), "".join(label.split())
    shorter, longer = sorted((one, other), key=len)
    if one == other:
        return 1.0
    return len(shorter) / len(longer) if len(shorter) >= MIN_CHARACTERS and shorter in longer else 0.0


def precision_recall_f1(found: int, wrong: int, missed: int) -> tuple[float, float, float]:
    """Over all clauses together; 0.0 where nothing was named or nothing was to be found."""
    precision = found / (found + wrong) if found + wrong else 0.0
    recall = found / (found + missed) if found + missed else 0.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


def conditions_shown(items: Sequence[Item], golden: GoldenItems) -> tuple[int, int]:
    """How many found items with a labelled condition show text that overlaps it, and how many there are."""
    shown = total = 0
    for label, condition in golden.conditions.items():
        texts = [item.condition or "" for item in items if best_label(item.name, golden) == label]
        total += bool(texts)
        shown += any(_overlaps(text, condition) for text in texts)
    return shown, total


def candidate_recall(names: Iterable[str], golden: GoldenItems) -> tuple[int, int]:
    """Gold labels that stand among the names exactly (white space aside), and at least by containment."""
    offered = tuple(names)
    exact = sum(any(similarity(name, label) == 1.0 for name in offered) for label in golden.gold)
    contained = sum(any(similarity(name, label) > 0 for name in offered) for label in golden.gold)
    return exact, contained


def _overlaps(shown: str, wanted: str) -> bool:
    one, other = "".join(shown.split()), "".join(wanted.split())
    size = min(OVERLAP_CHARACTERS, len(other))
    return bool(one) and any(other[start : start + size] in one for start in range(len(other) - size + 1))
