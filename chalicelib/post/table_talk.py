"""The letter about table talk: what others said while it waited, in their own words."""

from __future__ import annotations

from chalicelib.matches.talk import Said
from chalicelib.post import occasions, parts
from chalicelib.post.letter import Letter, Quote, Section
from chalicelib.post.names import listed, one_line
from chalicelib.post.scene import Scene


def message(scene: Scene) -> Letter:
    """What was said at the table since the notice came to be owed. Raises LookupError where nothing is left of it."""
    heard = occasions.heard(scene.post_env.env, scene.match, scene.notice) if scene.notice else []
    if not heard:
        raise LookupError("nothing is left of what was said")
    words, shown, board = scene.catalogue, occasions.newest(heard), parts.board(scene)
    speakers = list(dict.fromkeys(_name(scene, each) for each in heard))
    names = listed(words, speakers)
    subject = words.ngettext("{n} message from {names}", "{n} messages from {names}", len(heard))
    headline = words.ngettext("{names} has said something.", "{names} have said something.", len(speakers))
    return Letter(
        language=scene.profile.language,
        subject=f"{scene.title}: {subject.format(n=len(heard), names=names)}",
        kicker=scene.title,
        headline=headline.format(names=names),
        quotes=tuple(_quote(scene, each) for each in shown),
        earlier=_earlier(scene) if len(shown) < len(heard) else "",
        rows=(*parts.clocks(scene), *parts.dice(scene)),
        button=parts.button(scene),
        news=scene.news(),
        board=board,
        answer=_how_to_talk(scene),
        footer=parts.footer(scene),
    )


def _name(scene: Scene, said: Said) -> str:
    return one_line(said.name) or scene.catalogue.gettext("somebody who left")


def _quote(scene: Scene, said: Said) -> Quote:
    return Quote(_name(scene, said), scene.short(said.at), tuple((said.text or "").split("\n")))


def _earlier(scene: Scene) -> str:
    _ = scene.catalogue.gettext
    return _("What was said before that stands on the page of the match: {url}").format(url=scene.page())


def _how_to_talk(scene: Scene) -> Section:
    _ = scene.catalogue.gettext
    return Section(
        title=_("How to answer"),
        paragraphs=(
            _("Answer on the page of the match; everybody who may see the match can read it: {url}").format(
                url=scene.page()
            ),
            parts.keep_it(scene),
        ),
        command=parts.command("POST", scene.api("messages"), {"text": "..."}),
    )
