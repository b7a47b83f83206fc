"""Everything that talks to a model; knows only server.ports and server.domain."""
