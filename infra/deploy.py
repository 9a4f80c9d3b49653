"""Deploys what `make package` built: `python -m infra.deploy --stage dev --mail-from 'Turnpost <post@example.org>'`.

The first time makes the stack turnpost-<stage>, every further time brings it up to date. What is not said again stays
as it was, the secret too, which is made here once and shown to nobody. With AWS_ENDPOINT_URL it deploys to an emulator.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import secrets
import sys
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from uuid import uuid4

import boto3
from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    HTTPClientError,
    ProfileNotFound,
    WaiterError,
)
from botocore.exceptions import ConnectionError as NoConnectionError

from infra.deploy_error import DeployError as DeployError

BUILT = Path(".build/package")
CAPABILITIES = ["CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND"]
"""Roles are made, and what Chalice wrote is SAM, which a macro of AWS expands."""
SECRET_BYTES = 32
MINUTES = 30
"""How long a stack may take; an index on a full table takes longest."""

STAGE = r"[A-Za-z0-9][A-Za-z0-9-]{0,31}"
"""What a stage may be called: CloudFormation takes it into the name of the stack, Lambda into that of a function."""

_GONE = ("404", "NoSuchBucket", "NotFound", "NoSuchKey")
_UNCHANGED = ("didn't contain changes", "No updates are to be performed")
_SETTLED = ("CREATE_COMPLETE", "UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE")
_NEW = "REVIEW_IN_PROGRESS"


@dataclass(frozen=True, slots=True)
class Artefact:
    """What was built: the zip, and the template that names it."""

    template: dict[str, Any]
    archive: bytes

    @classmethod
    def read(cls, folder: Path) -> Artefact:
        """The one in the folder. Raises DeployError."""
        try:
            template = json.loads((folder / "sam.json").read_text(encoding="utf-8"))
            return cls(template, (folder / "deployment.zip").read_bytes())
        except (OSError, ValueError) as error:
            raise DeployError(f"There is nothing to deploy ({error}): run `make package` first.") from error

    def key(self) -> str:
        """Where the zip lies in a bucket: by what it holds, so that the same is never uploaded twice."""
        return f"{hashlib.sha256(self.archive).hexdigest()}.zip"

    def pointed_to(self, code: str) -> bytes:
        """The template, with the zip at this address."""
        template: dict[str, Any] = json.loads(json.dumps(self.template))
        for resource in template["Resources"].values():
            if "CodeUri" in resource.get("Properties", {}):
                resource["Properties"]["CodeUri"] = code
        return json.dumps(template, sort_keys=True).encode()


class Bucket:
    """Where artefacts lie: one for each account and region, made when there is none."""

    def __init__(self, session: boto3.session.Session, account: str) -> None:
        """Name it; nothing is made yet."""
        self._s3 = session.client("s3")
        self._region = session.region_name
        self._account = account
        self.name = f"turnpost-artefacts-{account}-{self._region}"

    def ensure(self) -> None:
        """Make it unless it is there. Raises DeployError when it is somebody else's."""
        try:
            self._s3.head_bucket(Bucket=self.name, ExpectedBucketOwner=self._account)
        except ClientError as error:
            if _code(error) not in _GONE:
                raise DeployError(f"The bucket {self.name} cannot be used ({_code(error)}).") from error
            self._make()

    def put(self, key: str, content: bytes) -> str:
        """Store it unless it is there; the key's s3:// address."""
        try:
            self._s3.head_object(Bucket=self.name, Key=key, ExpectedBucketOwner=self._account)
        except ClientError as error:
            if _code(error) not in _GONE:
                raise
            self._s3.put_object(Bucket=self.name, Key=key, Body=content, ExpectedBucketOwner=self._account)
        return f"s3://{self.name}/{key}"

    def url(self, key: str) -> str:
        """The address of a key as CloudFormation wants it: the bucket in the path, at AWS and at an emulator."""
        return f"{self._s3.meta.endpoint_url}/{self.name}/{key}"

    def _make(self) -> None:
        where: Any = {"CreateBucketConfiguration": {"LocationConstraint": self._region}}
        self._s3.create_bucket(Bucket=self.name, **({} if self._region == "us-east-1" else where))
        closed = ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets")
        shut: Any = dict.fromkeys(closed, True)
        self._s3.put_public_access_block(Bucket=self.name, PublicAccessBlockConfiguration=shut)


class Stack:
    """The stack of a stage."""

    def __init__(self, session: boto3.session.Session, stage: str, pause: float) -> None:
        """`pause` is how many seconds pass between two looks at what CloudFormation does."""
        self._cloud = session.client("cloudformation")
        self._stage = stage
        self._wait: Any = {"Delay": pause, "MaxAttempts": int(MINUTES * 60 / pause)}
        self.name = f"turnpost-{stage}"

    def status(self) -> str:
        """How it stands, "" if there is none."""
        try:
            return str(self._described()["StackStatus"])
        except ClientError as error:
            if "does not exist" in str(error):
                return ""
            raise

    def outputs(self) -> dict[str, str]:
        """What it tells of itself."""
        return {each["OutputKey"]: each["OutputValue"] for each in self._described().get("Outputs", ())}

    def deploy(self, template: str, given: Mapping[str, str], declared: Mapping[str, Any]) -> bool:
        """Make it or bring it up to date; whether anything changed. Raises DeployError."""
        status = self.status()
        is_new = status in ("", _NEW)
        if not is_new and status not in _SETTLED:
            raise DeployError(_stuck(self.name, status))
        change = f"change-{uuid4().hex}"
        self._cloud.create_change_set(
            StackName=self.name,
            ChangeSetName=change,
            ChangeSetType="CREATE" if is_new else "UPDATE",
            TemplateURL=template,
            Parameters=parameters(given, declared, () if is_new else self._known()),
            Capabilities=CAPABILITIES,
            Tags=[{"Key": "app", "Value": "turnpost"}, {"Key": "stage", "Value": self._stage}],
        )
        return self._is_ready(change) and self._execute(change, is_new=is_new)

    def _known(self) -> list[str]:
        """The parameters it was made with."""
        return [each["ParameterKey"] for each in self._described().get("Parameters", ())]

    def _described(self) -> Any:
        return self._cloud.describe_stacks(StackName=self.name)["Stacks"][0]

    def _is_ready(self, change: str) -> bool:
        """Whether the change set changes anything; one that does not is thrown away."""
        waiter = self._cloud.get_waiter("change_set_create_complete")
        try:
            waiter.wait(StackName=self.name, ChangeSetName=change, WaiterConfig=self._wait)
        except WaiterError:
            found = self._cloud.describe_change_set(StackName=self.name, ChangeSetName=change)
            reason = found.get("StatusReason", "")
            self._cloud.delete_change_set(StackName=self.name, ChangeSetName=change)
            if any(words in reason for words in _UNCHANGED):
                return False
            raise DeployError(f"CloudFormation does not take the template: {reason or found['Status']}") from None
        return True

    def _execute(self, change: str, *, is_new: bool) -> bool:
        token = f"deploy-{uuid4().hex}"
        self._cloud.execute_change_set(StackName=self.name, ChangeSetName=change, ClientRequestToken=token)
        waiter = self._cloud.get_waiter("stack_create_complete" if is_new else "stack_update_complete")
        try:
            waiter.wait(StackName=self.name, WaiterConfig=self._wait)
        except WaiterError:
            told = "\n".join(f"  {line}" for line in self._failures(token))
            raise DeployError(f"{self.name} is {self.status()}:\n{told}") from None
        return True

    def _failures(self, token: str) -> Iterator[str]:
        """What failed in this deployment, in the order in which it did: the first is the cause."""
        pages = self._cloud.get_paginator("describe_stack_events").paginate(StackName=self.name)
        events = [event for page in pages for event in page["StackEvents"]]
        for event in reversed(events):
            is_ours = event.get("ClientRequestToken", token) == token
            if is_ours and event.get("ResourceStatus", "").endswith("_FAILED"):
                yield f"{event.get('LogicalResourceId')}: {event.get('ResourceStatusReason', 'no reason given')}"


def parameters(given: Mapping[str, str], declared: Mapping[str, Any], known: Collection[str]) -> list[Any]:
    """The template's parameters: as said, else as the stack has them (`known`), else by default. Raises DeployError."""
    found: list[Any] = []
    for name, about in declared.items():
        if name in given:
            found.append({"ParameterKey": name, "ParameterValue": given[name]})
        elif name in known:
            found.append({"ParameterKey": name, "UsePreviousValue": True})
        elif name == "Secret":
            found.append({"ParameterKey": name, "ParameterValue": secrets.token_urlsafe(SECRET_BYTES)})
        elif "Default" not in about:
            raise DeployError(
                f"--{_option(name)} is missing, and the stack has none yet. {about.get('Description', '')}"
            )
    return found


def deploy(stage: str, given: Mapping[str, str], *, built: Path = BUILT, pause: float = 3.0) -> dict[str, str]:
    """Deploy what was built as this stage; what the stack tells of itself. Raises DeployError."""
    _check(stage)
    artefact = Artefact.read(built)
    with explained():
        session = boto3.session.Session()
        bucket = Bucket(session, _account(session))
        bucket.ensure()
        template = artefact.pointed_to(bucket.put(artefact.key(), artefact.archive))
        key = f"{hashlib.sha256(template).hexdigest()}.json"
        bucket.put(key, template)
        stack = Stack(session, stage, pause)
        changed = stack.deploy(bucket.url(key), {**given, "Stage": stage}, artefact.template["Parameters"])
        print(f"{stack.name} {'is deployed' if changed else 'is as it was: nothing to change'}")
        return stack.outputs()


def deployed(stage: str) -> dict[str, str]:
    """What the stack of a stage tells of itself. Raises DeployError."""
    _check(stage)
    with explained():
        session = boto3.session.Session()
        account = _account(session)
        stack = Stack(session, stage, 1.0)
        if stack.status() in ("", _NEW):
            raise DeployError(
                f"There is no stack {stack.name} in the account {account}, region {session.region_name}: "
                "see the stage, AWS_PROFILE and AWS_DEFAULT_REGION."
            )
        return stack.outputs()


@contextmanager
def explained() -> Iterator[None]:
    """Whatever AWS refuses meanwhile is told in a sentence. Raises DeployError."""
    try:
        yield
    except ProfileNotFound as error:
        raise DeployError(f"{error}: see AWS_PROFILE and `aws configure list-profiles`.") from error
    except (NoConnectionError, HTTPClientError) as error:
        raise DeployError(f"AWS cannot be reached: {error}") from error
    except (BotoCoreError, ClientError) as error:
        raise DeployError(f"AWS refuses: {error}") from error


def _check(stage: str) -> None:
    if not re.fullmatch(STAGE, stage):
        raise DeployError(
            f"No stage can be called {stage!r}: it has 1 to 32 letters, digits and hyphens, and begins with no hyphen."
        )


def _account(session: boto3.session.Session) -> str:
    if not session.region_name:
        raise DeployError("No region is set: AWS_DEFAULT_REGION=eu-west-1, or one in ~/.aws/config.")
    try:
        return str(session.client("sts").get_caller_identity()["Account"])
    except (NoConnectionError, HTTPClientError):
        raise
    except (BotoCoreError, ClientError) as error:
        raise DeployError(f"AWS does not know who is asking ({error}): see `aws configure`.") from error


def _stuck(name: str, status: str) -> str:
    if status.endswith("_IN_PROGRESS"):
        return f"{name} is {status}: somebody else is at it; wait until that is over."
    if status == "ROLLBACK_COMPLETE":
        return (
            f"The first deployment of {name} failed: `aws cloudformation delete-stack --stack-name {name}`, and again."
        )
    return f"{name} is {status}: see its events in CloudFormation for what it waits for."


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", "unknown"))


OPTIONS = {
    "MailFrom": "the sender of all mail, such as 'Turnpost <post@example.org>'; needed the first time",
    "MailIdentity": "what SES has verified for the sender, a domain or an address (the sender's domain)",
    "BaseUrl": "where people reach the service (the address that API Gateway gives)",
    "Contact": "whom readers of mail may write to (nobody)",
    "ConfigurationSet": "the configuration set of SES that all mail belongs to (one of its own)",
    "Gathering": "for how many seconds after a mail further ones about the same match wait, to come as one (600)",
    "ReplyDomain": "where answers to mails come in (nowhere)",
    "FormerSecret": "the secret before this one, while links that it signed are to be worth something (none)",
    "WebhookPrivate": "1 lets webhooks go to addresses that are not public, and unencrypted; never for the public (0)",
    "LogDays": "how many days logs are kept (30)",
    "Secret": "what signs links, 32 bytes as base64url; another one makes all mailed links worthless (made once, kept)",
}
"""The template's parameters that can be said, --base-url and so on; in brackets what holds if they never were."""
MAX_PAUSE = 60.0


def _pause(text: str) -> float:
    """Some seconds. Raises ArgumentTypeError."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MAX_PAUSE:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0 and up to {MAX_PAUSE:.0f}")
    return seconds


def _option(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m infra.deploy",
        description="Deploy what `make package` built. What is not said again stays as it was.",
    )
    parser.add_argument("--stage", default="dev", help="the installation; its stack is turnpost-<stage> (dev)")
    parser.add_argument("--built", type=Path, default=BUILT, help=f"the folder of what was built ({BUILT})")
    parser.add_argument("--pause", type=_pause, default=3.0, help="seconds between two looks at CloudFormation (3)")
    for name, about in OPTIONS.items():
        parser.add_argument(
            f"--{_option(name)}", dest=name, metavar=_option(name).rpartition("-")[2].upper(), help=about
        )
    return parser


def main(arguments: list[str]) -> int:
    """Do what the command line asks; the exit status."""
    asked = _parser().parse_args(arguments)
    given = {name: getattr(asked, name) for name in OPTIONS if getattr(asked, name) is not None}
    if "MailFrom" in given and "MailIdentity" not in given:
        given["MailIdentity"] = parseaddr(given["MailFrom"])[1].rpartition("@")[2]
    try:
        outputs = deploy(asked.stage, given, built=asked.built, pause=asked.pause)
    except DeployError as error:
        print(error, file=sys.stderr)
        return 1
    for name, value in sorted(outputs.items()):
        print(f"{name}: {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
