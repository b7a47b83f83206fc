"""The address of a model server, checked once when the client is built."""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import SplitResult, urlsplit

from server.domain.errors import SettingsError

EXAMPLE = "http://127.0.0.1:11434"


def check_url(raw: str, *, variable: str = "OLLAMA_URL", accepted_path: str = "") -> str:
    """The base address without a slash at its end.

    Raises SettingsError for anything but scheme, host and port (and `accepted_path`, which is
    cut off): a scheme other than http and https, credentials, a path such as /api/chat, a query.
    Link-local addresses are refused because cloud machines hand out their secrets there. Only
    the address as written is judged: a name that resolves to such an address is not looked up.
    """
    try:
        parts = urlsplit(raw.strip())
        port = parts.port
    except ValueError as error:
        raise _refuse(variable, "it is no address") from error
    if parts.scheme not in {"http", "https"}:
        raise _refuse(variable, "its scheme must be http or https")
    if "@" in parts.netloc:
        raise _refuse(variable, "it must not hold a user name or password")
    if not parts.hostname or any(character.isspace() for character in parts.netloc):
        raise _refuse(variable, "it names no host")
    _check_tail(parts, variable, accepted_path)
    address = _as_address(parts.hostname)
    if address is not None and _link_local(address):
        raise _refuse(variable, f"{parts.hostname} is a link-local address")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{port}" if port is not None else "")


def _check_tail(parts: SplitResult, variable: str, accepted_path: str) -> None:
    if parts.query or parts.fragment:
        raise _refuse(variable, "it must end after the port")
    path = parts.path.rstrip("/")
    if path == "/v1" != accepted_path:
        raise SettingsError(
            f"{variable} cannot be used: /v1 is the path of an OpenAI-compatible server",
            remedy=f"set CLAUSECARD_MODEL_API=openai, or give Ollama's own address such as {EXAMPLE}",
        )
    if path not in {"", accepted_path}:
        raise _refuse(variable, f"leave out {path}: the client adds the path itself")


def _as_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address in any spelling a resolver accepts (169.254.0.1, 2851995649, 0xa9.0xfe.1), or None."""
    plain = host.rstrip(".").partition("%")[0]
    try:
        return ip_address(plain)
    except ValueError:
        pass
    try:
        return IPv4Address(socket.inet_aton(plain))
    except (OSError, ValueError):
        return None


def _link_local(address: IPv4Address | IPv6Address) -> bool:
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_link_local


def _refuse(variable: str, why: str) -> SettingsError:
    return SettingsError(f"{variable} cannot be used: {why}", remedy=f"give scheme, host and port: {EXAMPLE}")
