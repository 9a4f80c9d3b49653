"""A real browser's window on a house that listens on a port of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from playwright.sync_api import Browser, BrowserContext, Page

import app
from chalicelib import bootstrap
from chalicelib.players.sessions import Session
from infra.local.gateway import Gateway
from infra.local.server import Server
from tests.site.house import House, settings

NARROW, WIDE = 320, 1200


@contextmanager
def served(home: House) -> Iterator[str]:
    """Where the house can be reached until it is left."""
    server = Server(("127.0.0.1", 0), Gateway(app.app, {}).answer)
    url = f"http://127.0.0.1:{server.server_port}"
    bootstrap.use(replace(home.container, settings=settings(url)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield url
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def window(
    chromium: Browser, url: str, *, scripts: bool = False, width: int = NARROW, session: Session | None = None
) -> Iterator[tuple[Page, list[str]]]:
    """A page, and what its console complained of; `scripts` lets tests run some, the pages have none."""
    context: BrowserContext = chromium.new_context(
        base_url=url,
        viewport={"width": width, "height": 640},
        java_script_enabled=scripts,
        locale="en-GB",
    )
    if session:
        context.add_cookies([{"name": "tp", "value": session.token, "url": url}])
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("requestfailed", lambda request: complaints.append(request.url))
    try:
        yield page, complaints
    finally:
        context.close()
