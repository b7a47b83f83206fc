"""What `clausecard serve` listens on."""

import socket

import pytest

from server.cli.serve import listen
from server.domain.errors import SettingsError
from server.settings import Settings

pytestmark = pytest.mark.loopback


def test_an_answer_does_not_wait_for_the_next_packet():
    """asyncio sets TCP_NODELAY on connections whose protocol is named; they inherit the listener's."""
    with listen(Settings(port=0)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_port_that_is_taken_is_said_before_anything_is_built():
    with listen(Settings(port=0)) as listener:
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(SettingsError, match=f"port {port} cannot be used") as caught:
            listen(Settings(port=port))
    assert "CLAUSECARD_PORT" in caught.value.remedy
