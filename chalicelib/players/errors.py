"""Refusals around accounts.

PlayerError
├── InvalidAddressError      not a mail address we can write to
├── InvalidProfileError      a name, handle, language or zone that cannot be used; says which field
├── InvalidTextError         a text that cannot be kept: too long, empty, or with characters that steer or hide text
├── HandleTakenError         somebody else has this handle
├── UnauthenticatedError     no credential, or one that is unknown, used up, expired or revoked
├── UnknownPlayerError       nobody has this handle or id
├── UnknownTokenError        the player has no API token of this id
├── TokenLimitError          the player holds as many API tokens as one may
├── UnknownWebhookError      the player has no webhook of this id
├── WebhookKnownError        the player has a webhook with this URL already
├── WebhookLimitError        the player has as many webhooks as one may
├── WebhookDisabledError     the webhook is not called at the moment
├── WebhookSecretError       the webhook has two secrets already
├── UnknownInvitationError   a link that is none of ours, or a part of one
├── UnknownMailLinkError     a link to fewer mails that is none of ours, or was mailed to another address
├── UnknownFeedError         a link to a calendar that is none, or not any more
├── BlockLimitError          the player has blocked as many players as one may
├── BusyError                others kept changing the same rows; try again
└── TooManyRequestsError     a costly verb was asked for too often; says when to come back
"""

from __future__ import annotations


class PlayerError(Exception):
    """A refusal with a sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class InvalidAddressError(PlayerError):
    """This cannot be a mail address, or is one we do not write to."""


class InvalidProfileError(PlayerError):
    """A value that the profile cannot hold; `field` names it."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


class InvalidTextError(PlayerError):
    """A text that people are to read and cannot be kept; `field` names what of the request is meant.

    `pattern` is the sentence before its `values` were put in, for readers of other languages.
    """

    field = "text"

    def __init__(self, pattern: str, **values: object) -> None:
        super().__init__(pattern.format(**values) if values else pattern)
        self.pattern = pattern
        self.values = values


class HandleTakenError(PlayerError):
    """The handle belongs to somebody else."""


class UnauthenticatedError(PlayerError):
    """Nobody is known by this credential, or not any more."""


class UnknownPlayerError(PlayerError):
    """No player has this handle or id."""


class UnknownTokenError(PlayerError):
    """The player has no API token of this id."""


class TokenLimitError(PlayerError):
    """The player holds as many API tokens as one may."""


class UnknownWebhookError(PlayerError):
    """The player has no webhook of this id."""


class WebhookKnownError(PlayerError):
    """The player has a webhook with this URL already."""


class WebhookLimitError(PlayerError):
    """The player has as many webhooks as one may."""


class WebhookDisabledError(PlayerError):
    """The webhook is not called at the moment."""


class WebhookSecretError(PlayerError):
    """The webhook has two secrets already."""


class UnknownInvitationError(PlayerError):
    """No invitation has this token."""


class UnknownMailLinkError(PlayerError):
    """No mail to anybody's address of today has this link."""


class UnknownFeedError(PlayerError):
    """There is no calendar at this link, or not any more."""


class BlockLimitError(PlayerError):
    """The player has blocked as many players as one may."""


class BusyError(PlayerError):
    """Others changed the same rows again and again; nothing was done."""


class TooManyRequestsError(PlayerError):
    """Asked for too often; `retry_after` is in seconds."""

    def __init__(self, message: str, retry_after: int) -> None:
        super().__init__(message)
        self.retry_after = retry_after
