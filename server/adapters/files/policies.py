"""Policy files (contracts/policies) -> Policy."""

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import cast, get_args

from jsonschema import Draft202012Validator

from server.domain.clause import Language
from server.domain.errors import SettingsError
from server.domain.policy import BannedRule, Policy

_LANGUAGES: tuple[Language, ...] = get_args(Language)
_STRINGS: dict[str, object] = {"type": "array", "items": {"type": "string"}}
_BANNED: dict[str, object] = {
    "type": "object",
    "required": ["version", "language", "rules"],
    "properties": {
        "rules": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["rule_id", "pattern", "must_refuse", "must_pass"],
                "properties": {
                    "rule_id": {"type": "string"},
                    "pattern": {"type": "string", "minLength": 1},
                    "must_refuse": _STRINGS,
                    "must_pass": _STRINGS,
                },
            },
        }
    },
}
_GENERIC: dict[str, object] = {
    "type": "object",
    "required": ["version", "names"],
    "properties": {
        "names": {"type": "object", "required": list(_LANGUAGES), "additionalProperties": _STRINGS}
    },
}
_LABELS: dict[str, object] = {
    "type": "object",
    "required": ["version", "language", "labels"],
    "properties": {"labels": {"type": "object", "additionalProperties": {"type": "string"}}},
}


def load_policy(folder: Path) -> Policy:
    """Read banned.<lang>.json, labels.<lang>.json and generic-names.json of a folder.

    Raises SettingsError that names the file and the place in it when one is missing or broken.
    """
    raw: dict[str, bytes] = {}
    banned = [_read(folder, f"banned.{language}.json", _BANNED, raw) for language in _LANGUAGES]
    labels = [_read(folder, f"labels.{language}.json", _LABELS, raw) for language in _LANGUAGES]
    generic = _read(folder, "generic-names.json", _GENERIC, raw)
    digest = sha256(b"\0".join(name.encode() + b"\0" + raw[name] for name in sorted(raw)))
    return Policy(
        version="sha256:" + digest.hexdigest(),
        banned=tuple(
            _rule(folder / f"banned.{language}.json", language, rule)
            for language, file in zip(_LANGUAGES, banned, strict=True)
            for rule in cast("list[dict[str, object]]", file["rules"])
        ),
        generic_names={
            language: frozenset(cast("dict[str, list[str]]", generic["names"])[language])
            for language in _LANGUAGES
        },
        labels={
            language: dict(cast("dict[str, str]", file["labels"]))
            for language, file in zip(_LANGUAGES, labels, strict=True)
        },
    )


def _read(folder: Path, name: str, schema: Mapping[str, object], raw: dict[str, bytes]) -> dict[str, object]:
    path = folder / name
    remedy = f"restore {path} from the release, or correct it"
    try:
        raw[name] = path.read_bytes()
        data = json.loads(raw[name])
    except OSError as error:
        raise SettingsError(
            f"policy file cannot be read: {path} ({error.strerror})", remedy=remedy
        ) from error
    except ValueError as error:
        raise SettingsError(f"policy file is no JSON: {path} ({error})", remedy=remedy) from error
    fault = next(iter(Draft202012Validator(schema).iter_errors(data)), None)
    if fault:
        raise SettingsError(f"policy file {path}, at {fault.json_path}: {fault.message[:200]}", remedy=remedy)
    return cast("dict[str, object]", data)


def _rule(path: Path, language: Language, rule: Mapping[str, object]) -> BannedRule:
    pattern = str(rule["pattern"])
    try:
        re.compile(pattern)
    except re.error as error:
        raise SettingsError(
            f"policy file {path}, rule {rule['rule_id']}: not a regular expression ({error})",
            remedy=f"correct the pattern in {path}",
        ) from error
    return BannedRule(
        rule_id=str(rule["rule_id"]),
        language=language,
        pattern=pattern,
        must_refuse=tuple(cast("list[str]", rule["must_refuse"])),
        must_pass=tuple(cast("list[str]", rule["must_pass"])),
    )
