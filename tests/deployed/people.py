"""People who use the deployed service: signed up by a mail that SES took, playing over the API's gateway."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from tests.deployed.cloud import Cloud, Mail, new_mail


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an account."""

    cloud: Cloud
    name: str
    token: str

    @property
    def address(self) -> str:
        """Where their mail goes."""
        return f"{self.name.lower()}@example.org"

    def mails(self) -> list[Mail]:
        """What was sent to them."""
        return self.cloud.mails(self.address)

    def get(self, target: str) -> Any:
        """What a GET answers."""
        answer = self.cloud.ask("GET", target, None, self.token)
        assert answer.status == 200, answer.text
        return answer.json

    def post(self, target: str, body: object = None) -> Any:
        """What a POST answers."""
        answer = self.cloud.ask("POST", target, body, self.token)
        assert answer.status in (200, 201), answer.text
        return answer.json

    def play(self, match: str, seat: int) -> Any:
        """Play the first legal move, if one is owed; the match afterwards, None without one."""
        legal = self.get(f"/matches/{match}/legal")
        if not legal["moves"]:
            return None
        move, n = legal["moves"][0], legal["n"]
        answer = self.cloud.ask("PUT", f"/matches/{match}/seats/{seat}/moves/{n}", {"text": move["text"]}, self.token)
        assert answer.status in (200, 201), answer.text
        return answer.json["match"]

    def deliveries(self, category: str, channel: str = "mail") -> list[str]:
        """How their deliveries of a category stand, newest first."""
        found: list[str] = []
        cursor = ""
        while True:
            page = self.get(f"/me/deliveries?limit=100{cursor}")
            told = [each for each in page["deliveries"] if (each["category"], each["channel"]) == (category, channel)]
            found += [each["state"] for each in told]
            if not page["cursor"]:
                return found
            cursor = f"&cursor={page['cursor']}"


def sign_up(cloud: Cloud, name: str) -> Person:
    """A new account: ask for the link, read the mail, use the link, make a token with the session."""
    address = f"{name.lower()}@example.org"
    asked = cloud.ask("POST", "/players", {"email": address, "name": name, "handle": name.lower()})
    assert asked.status == 202, asked.text
    (link,) = set(re.findall(rf"{re.escape(cloud.base_url)}/login\?\S+", new_mail(cloud, address, 0).text))
    page = cloud.ask("GET", link)
    assert page.status == 200, page.text
    session = cloud.ask("POST", "/sessions", {"token": parse_qs(urlsplit(link).query)["token"][0]})
    assert session.status == 200, session.text
    parts = urlsplit(cloud.base_url)
    own = {"Cookie": session.headers["Set-Cookie"].split(";")[0], "Origin": f"{parts.scheme}://{parts.netloc}"}
    made = cloud.ask("POST", "/me/tokens", {"label": "test"}, headers=own)
    assert made.status == 201, made.text
    return Person(cloud, name, made.json["secret"])
