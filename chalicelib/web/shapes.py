"""All models of what goes in and out under one roof; they are built when a route first needs one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chalicelib.matches.record_form import Record as Record
    from chalicelib.web.record_schemas import *  # noqa: F403
    from chalicelib.web.schemas import *  # noqa: F403 - each of them, so that a name is written once
    from chalicelib.web.table_schemas import *  # noqa: F403
    from chalicelib.web.talk_schemas import *  # noqa: F403
else:

    def __getattr__(name: str) -> object:
        from chalicelib.web import schemas

        if name == "Record":
            from chalicelib.matches import record_form as schemas
        elif not hasattr(schemas, name):
            from chalicelib.web import table_schemas as schemas
        if not hasattr(schemas, name):
            from chalicelib.web import talk_schemas as schemas
        if not hasattr(schemas, name):
            from chalicelib.web import record_schemas as schemas
        found = getattr(schemas, name)
        globals()[name] = found
        return found
