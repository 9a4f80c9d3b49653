"""What becomes of a mail in the mailbox, said by whoever tries the service: as SES would say it, and read as that."""

from __future__ import annotations

import json
from collections.abc import Mapping

from chalicelib.adapters import ses_events
from chalicelib.adapters.mailbox import StoredMail
from chalicelib.adapters.ses import ROW_TAG
from chalicelib.matches.pace import stamp
from chalicelib.post import feedback
from chalicelib.post.ports import TAG_HEADER, PostEnv

_PARTS: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "deliver": ("Delivery", {}),
    "bounce": ("Bounce", {"bounceType": "Permanent", "bounceSubType": "NoEmail"}),
    "complain": ("Complaint", {"complaintFeedbackType": "abuse"}),
}
BUTTONS: Mapping[str, str] = {
    "deliver": "It arrived",
    "bounce": "Let it come back",
    "complain": "Complain about it",
}
"""What can be said of a mail, and how the buttons say it."""
TOLD: Mapping[str, str] = {
    "deliver": "Told: it arrived.",
    "bounce": "Told: it came back for good. Its reader gets no more until they use a link to log in.",
    "complain": "Told: its reader complained. They get no more until they use a link to log in.",
}


def tell(post_env: PostEnv, mail: StoredMail, fate: str) -> None:
    """Let this have become of the mail. Raises KeyError for what is in BUTTONS not."""
    kind, about = _PARTS[fate]
    told = {"timestamp": stamp(post_env.env.clock.now()), **about}
    tags = {ROW_TAG: [str(mail.message[TAG_HEADER] or "")]}
    event = {"eventType": kind, "mail": {"messageId": mail.id, "tags": tags}, kind.lower(): told}
    feedback.handle(post_env, [{"messageId": mail.id, "body": json.dumps(event)}], ses_events.read)
