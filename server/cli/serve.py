"""`clausecard serve`."""

import gc
import socket
from typing import Annotated

import typer
import uvicorn
from rich.panel import Panel
from rich.text import Text

from server.cli.house import open_house
from server.cli.index import build_or_keep
from server.cli.output import err, out
from server.domain.errors import SettingsError
from server.settings import Settings
from server.site import Site

YOUNG_OBJECTS, OLDER_ROUNDS = 10_000, 20  # when the collector looks; Python's own are 700 and 10
GRACE_SECONDS = 5
EXAMPLE = '{"query": "세입자가 바뀌어서 수도 명의변경하려면 뭐 가져가야 해요?"}'


def serve(
    *,
    build: Annotated[bool, typer.Option("--build", help="Bring the index up to date first.")] = False,
) -> None:
    """Serve the page and the API on the loopback address."""
    with open_house() as house:
        listener = listen(house.settings)
        if build:
            build_or_keep(house)
        site = Site(house)
        with err.status("loading"):
            site.warm()
        _settle()
        url = f"http://{_shown(house.settings.host)}:{listener.getsockname()[1]}"
        _greet(url, generation=str(site.switches()["generation"]["why"]))
        config = uvicorn.Config(
            site.app(),
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=GRACE_SECONDS,
            server_header=False,
        )
        uvicorn.Server(config).run(sockets=[listener])


def _settle() -> None:
    """What has been loaded stays: the collector need not walk over it again in the middle of a request."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, OLDER_ROUNDS, OLDER_ROUNDS)


def listen(settings: Settings) -> socket.socket:
    """Take the port before the work begins; raises SettingsError when it is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio switches Nagle's delay (40 ms an answer) off only where the protocol is named
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
    except OSError as error:
        listener.close()
        raise SettingsError(
            f"port {settings.port} cannot be used: {error.strerror}",
            remedy="set CLAUSECARD_PORT to a free port (0 takes any)",
        ) from error
    return listener


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _greet(url: str, *, generation: str) -> None:
    lines = Text.assemble(
        ("the page  ", "dim"), (url, "bold underline"), "\n",
        ("picks     ", "dim"), generation, "\n",
        ("stop      ", "dim"), "Ctrl-C",
    )  # fmt: skip
    out.print(Panel(lines, title="clausecard", title_align="left"))
    out.print(Text(f"curl -s {url}/v1/cards -H 'Content-Type: application/json' -d '{EXAMPLE}'"))
