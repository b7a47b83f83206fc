"""The ledger's key: 32 random bytes in a file that only its owner may read, made at first use."""

import os
import secrets
import stat
from pathlib import Path

from server.domain.errors import LedgerUnavailable

KEY_BYTES = 32


def read_key(path: Path, *, may_create: bool) -> bytes:
    """The key. `may_create` is false where records exist: a new key would make them all look forged.

    Raises LedgerUnavailable when it is missing then, unreadable, or readable by others.
    """
    try:
        if may_create and not path.exists():
            _create(path)
        mode = stat.S_IMODE(path.stat().st_mode)
        key = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except (OSError, ValueError) as error:
        raise LedgerUnavailable(
            f"the ledger's key cannot be read: {path.name}",
            remedy="put the key file back from its backup; without it no record can be verified",
        ) from error
    if mode & 0o077:
        raise LedgerUnavailable(
            f"the ledger's key may be read by others: {path.name}", remedy=f"chmod 600 {path}"
        )
    if len(key) < KEY_BYTES:
        raise LedgerUnavailable(f"the ledger's key is too short: {path.name}", remedy="put the key file back")
    return key


def _create(path: Path) -> None:
    """Written aside and linked into place, so that two processes at once end up with one whole key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    aside = path.with_name(f"{path.name}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(aside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(aside, path)
    except FileExistsError:
        pass  # the other process was first: its key counts
    finally:
        aside.unlink(missing_ok=True)
