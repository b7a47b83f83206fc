"""Our score of items against the scorer that lies beside the data, on the same predictions."""

import json
import random
import subprocess
import sys

import pytest

from server.apps.evaluation.items_golden import read_golden_items
from server.apps.evaluation.items_scoring import precision_recall_f1, score

pytestmark = pytest.mark.data


def predictions(golden, seed):
    """Names of all sorts: right, cut short, neutral, from anywhere in the clause, from nowhere, twice."""
    rng = random.Random(seed)
    for one in golden:
        names = [name for name in (*one.gold, *one.neutral) if rng.random() < 0.7]
        names += [name[1:] for name in one.gold if rng.random() < 0.2]
        body = one.clause.body
        start = rng.randrange(len(body))
        names += [
            body[start : start + rng.randrange(1, 12)],
            rng.choice(["여권", "우주선 면허증"]),
            *names[:1],
        ]
        rng.shuffle(names)
        yield one.case_id, names[: rng.randrange(len(names) + 1)]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_figures_are_the_same(shared_data, tmp_path, seed):
    folder = shared_data / "golden"
    golden = read_golden_items(folder / "golden-items.jsonl")
    shown = dict(predictions(golden, seed))
    file = tmp_path / "predictions.jsonl"
    file.write_text(
        "".join(json.dumps({"id": case_id, "items": names}) + "\n" for case_id, names in shown.items()),
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, folder / "score_items.py", folder / "golden-items.jsonl", file],
        capture_output=True,
        text=True,
        check=True,
    )
    theirs = json.loads(done.stdout)
    scores = [score(shown[one.case_id], one) for one in golden]
    found, wrong, missed = (
        sum(getattr(one, part) for one in scores) for part in ("found", "wrong", "missed")
    )
    precision, recall, f1 = precision_recall_f1(found, wrong, missed)
    none = [one.wrong == 0 for one, label in zip(scores, golden, strict=True) if not label.gold]
    assert theirs == {
        "cases": len(golden),
        "precision": round(precision, 3),
        "recall": round(recall, 3),
        "f1": round(f1, 3),
        "all_right": sum(one.all_right for one in scores),
        "none_clean": f"{sum(none)}/{len(none)}",
        "non_literal": sum(one.non_literal for one in scores),
        "tp": found,
        "fp": wrong,
        "fn": missed,
    }
