"""The composition root: settings to adapters to app. Only `_wire_generation` imports ai."""
