"""Which of our languages an answer is in."""

from __future__ import annotations

from chalice.app import Request

from chalicelib.players import service as players


def of_request(request: Request) -> str:
    """The language asked for in the query, else the first of ours that the client accepts, else English."""
    query = request.query_params
    if query is not None and query.get("language") in players.SPOKEN:
        return str(query["language"])
    return accepted(request.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The best of our languages by an Accept-Language header."""
    spoken = players.SPOKEN
    wanted = sorted((_weighed(part, place) for place, part in enumerate(header.split(",")[:20])), reverse=True)
    return next((language for weight, _, language in wanted if weight > 0 and language in spoken), spoken[0])


def _weighed(part: str, place: int) -> tuple[float, int, str]:
    tag, _, rest = part.strip().lower().partition(";")
    weight = rest.strip().removeprefix("q=")
    language = tag.strip().split("-")[0]
    try:
        return (float(weight) if weight else 1.0), -place, language
    except ValueError:
        return 0.0, -place, language
