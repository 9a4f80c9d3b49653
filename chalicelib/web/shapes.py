"""All models of what goes in and out under one roof; they are built when a route first needs one of them."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chalicelib.matches.record_form import Record as Record
    from chalicelib.web.absence_schemas import *  # noqa: F403
    from chalicelib.web.around_schemas import *  # noqa: F403
    from chalicelib.web.calendar_schemas import *  # noqa: F403
    from chalicelib.web.mail_schemas import *  # noqa: F403
    from chalicelib.web.meeting_schemas import *  # noqa: F403
    from chalicelib.web.order_schemas import *  # noqa: F403
    from chalicelib.web.record_schemas import *  # noqa: F403
    from chalicelib.web.schemas import *  # noqa: F403 - each of them, so that a name is written once
    from chalicelib.web.table_schemas import *  # noqa: F403
    from chalicelib.web.talk_schemas import *  # noqa: F403
    from chalicelib.web.webhook_schemas import *  # noqa: F403
else:

    def _modules() -> Iterator[ModuleType]:
        """Those that hold models; one that is not asked for stays unloaded."""
        from chalicelib.web import schemas

        yield schemas
        from chalicelib.web import table_schemas

        yield table_schemas
        from chalicelib.web import meeting_schemas

        yield meeting_schemas
        from chalicelib.web import around_schemas

        yield around_schemas
        from chalicelib.web import mail_schemas

        yield mail_schemas
        from chalicelib.web import talk_schemas

        yield talk_schemas
        from chalicelib.web import order_schemas

        yield order_schemas
        from chalicelib.web import webhook_schemas

        yield webhook_schemas
        from chalicelib.web import absence_schemas

        yield absence_schemas
        from chalicelib.web import record_schemas

        yield record_schemas
        from chalicelib.web import calendar_schemas

        yield calendar_schemas
        from chalicelib.matches import record_form

        yield record_form

    def __getattr__(name: str) -> object:
        found = next((getattr(module, name) for module in _modules() if hasattr(module, name)), None)
        if found is None:
            raise AttributeError(f"no model is called {name}", name=name)
        globals()[name] = found
        return found
