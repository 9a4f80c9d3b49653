"""What can go wrong with the world outside, as the post knows it.

MailerError                  a mail was not accepted
├── MailRefusedError         never will be
│   └── AddressRefusedError  there is nobody at this address, or nobody who may be written to
└── MailUnavailableError     not now, or nobody knows
WebhookError                 a call was not accepted
├── WebhookRefusedError      never will be: the address is none to call
├── WebhookGoneError         whoever is there wants no more
└── WebhookUnavailableError  not now, or nobody knows
QueueUnavailableError        the message may or may not have been taken
OvertakenError               what was to be told is no longer true
UnreadableReportError        what should tell what became of a mail is no such thing
RequestError                 what a player asks of the post cannot be done
├── UnknownDeliveryError     there is no such delivery
└── DeliveryRefusedError     it is not to be had again, not now or not any more
"""

from __future__ import annotations


class MailerError(Exception):
    """A mail was not accepted."""


class MailRefusedError(MailerError):
    """This mail will never be accepted: trying again is useless."""


class AddressRefusedError(MailRefusedError):
    """The other side takes no mail for this address: the next one will fare no better."""


class MailUnavailableError(MailerError):
    """The mail was not accepted now, or nobody knows whether it was: try again later."""


class WebhookError(Exception):
    """A call of a webhook was not accepted."""


class WebhookRefusedError(WebhookError):
    """This address is never to be called: it is not a public one, or not one we speak to. A sentence for people."""


class WebhookGoneError(WebhookError):
    """Whoever is there wants no more calls (410)."""


class WebhookUnavailableError(WebhookError):
    """The call was not accepted now, or nobody knows whether it was: again after `seconds` at the earliest (0: any)."""

    def __init__(self, message: str, seconds: int = 0) -> None:
        super().__init__(message)
        self.seconds = seconds


class QueueUnavailableError(Exception):
    """The message may or may not have been taken."""


class UnreadableReportError(ValueError):
    """What should tell what became of a mail is no such thing; says why, and repeats nothing of it."""


class RequestError(Exception):
    """What a player asks of the post cannot be done; with a sentence for people."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class UnknownDeliveryError(RequestError):
    """There is no delivery of this id, or not any more."""


class DeliveryRefusedError(RequestError):
    """This delivery cannot be had again: not now, or not any more."""


class OvertakenError(Exception):
    """What was to be told is no longer true, or not wanted any more."""
