"""The template: what Chalice wrote and what was merged into it fit together, and fit what the code expects."""

from __future__ import annotations

import copy
import json
import re
import subprocess
from collections.abc import Iterator
from typing import Any

import app
from chalicelib import bootstrap, settings
from chalicelib.adapters import layout
from chalicelib.players.ports import IndexKey, Item, Key
from chalicelib.web.errors import KINDS, problem
from infra.emulator import HOME
from infra.package import API
from tests.package import built
from tests.package.built import afloat, event, of_type, properties, statements, template, variables

ROLES = {
    "APIHandler": "ApiHandlerRole",
    "Relay": "RelayRole",
    "Mail": "MailRole",
    "Webhook": "WebhookRole",
    "Feedback": "FeedbackRole",
    "Sweep": "SweepRole",
}
QUEUES = {name: (f"{name}Queue", f"{name}DeadLetters") for name in ("Mail", "Webhook", "Feedback")}

SAMPLE = {
    "Stage": "prod",
    "Secret": "c2VjcmV0" * 8,
    "BaseUrl": "https://play.example.org",
    "MailFrom": "Turnpost <post@example.org>",
    "Contact": "me@example.org",
    "Gathering": "300",
    "ReplyDomain": "reply.example.org",
    "FormerSecret": "Zm9ybWVy" * 8,
    "ConfigurationSet": "turnpost",
    "WebhookPrivate": "1",
    "Table": "turnpost-prod-Table-1",
    "MailQueue": "https://sqs.eu-west-1.amazonaws.com/1/mail",
    "WebhookQueue": "https://sqs.eu-west-1.amazonaws.com/1/webhook",
}
"""What the template's references are when it is deployed."""

EMBEDDED = {"DATA", "SMTP_URL"}
DEFAULTS = {"AUTH_CACHE"}
LAMBDAS = {"AWS_LAMBDA_FUNCTION_NAME"}
"""Settings that the template does not make: those of the embedded service, those whose default is right, Lambda's."""


def _resolved(value: Any) -> str:
    if isinstance(value, str):
        return value
    if "Ref" in value:
        return SAMPLE[value["Ref"]]
    return _resolved(value["Fn::If"][1])


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict | list):
        for each in node.values() if isinstance(node, dict) else node:
            yield from _texts(each)


def test_every_function_of_the_app_is_declared() -> None:
    handlers = {function["Handler"] for function in of_type(built.FUNCTION).values()}
    assert handlers == {"app.app", *(source.handler_string for source in app.app.event_sources)}
    assert {name: properties(name)["Role"]["Fn::GetAtt"][0] for name in of_type(built.FUNCTION)} == ROLES


def test_nothing_that_was_merged_hangs_in_the_air() -> None:
    assert afloat(template()) == []


def test_a_renamed_handler_would_be_noticed() -> None:
    renamed = copy.deepcopy(dict(template()))
    relay = renamed["Resources"]["Relay"]
    renamed["Resources"]["Forward"] = {**relay, "Properties": {**relay["Properties"]}}
    renamed["Resources"]["Relay"] = {"Properties": {"LoggingConfig": {}}}
    mail = renamed["Resources"]["Mail"]["Properties"]
    mail["Events"]["Renamed"] = {"Properties": {"Queue": {"Fn::GetAtt": ["MailQueue", "Arn"], "Fn::Sub": "x"}}}
    assert afloat(renamed) == ["Relay", "Mail.Renamed", "/Resources/Mail/Properties/Events/Renamed/Properties/Queue"]


def test_what_judges_templates_finds_nothing() -> None:
    done = subprocess.run(
        [HOME / "bin" / "cfn-lint", "--regions", "eu-west-1", "us-east-1", "--", built.TEMPLATE],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_template_is_small_enough_to_be_taken() -> None:
    assert built.TEMPLATE.stat().st_size < 1_000_000
    assert len(template()["Resources"]) < 400  # 500 once SAM is expanded


def test_no_function_is_left_with_the_smallest_machine() -> None:
    assert all(function["MemorySize"] >= 512 for function in of_type(built.FUNCTION).values())


def test_the_api_names_its_function_without_needing_it() -> None:
    assert properties("APIHandler")["FunctionName"] == {"Fn::Sub": "${AWS::StackName}-api"}
    uris = set(re.findall(r"functions/([^/\"]+)/invocations", json.dumps(properties("RestAPI"))))
    assert uris == {API}
    assert "APIHandler" not in json.dumps(properties("RestAPI"))


def test_the_stream_calls_relay_for_what_is_owed_and_never_stops_for_one_record() -> None:
    options = event("Relay")
    assert options["Stream"] == {"Fn::GetAtt": ["Table", "StreamArn"]}
    assert {name: options[name] for name in ("StartingPosition", "BatchSize", "MaximumBatchingWindowInSeconds")} == {
        "StartingPosition": "TRIM_HORIZON",
        "BatchSize": 100,
        "MaximumBatchingWindowInSeconds": 0,
    }
    assert options["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
    assert options["BisectBatchOnFunctionError"] is True
    assert 0 < options["MaximumRetryAttempts"] <= 5
    assert 60 <= options["MaximumRecordAgeInSeconds"] <= 3_600
    assert options["DestinationConfig"]["OnFailure"]["Destination"] == {"Fn::GetAtt": ["RelayDeadLetters", "Arn"]}


def test_the_streams_filter_speaks_of_items_as_they_lie_in_the_table() -> None:
    (only,) = event("Relay")["FilterCriteria"]["Filters"]
    pattern = json.loads(only["Pattern"])
    image = layout.image(Item(Key("M#1", "L#1"), "log", {}, work=IndexKey("unsent#1", "1")))
    wanted = pattern["dynamodb"]["NewImage"]
    assert wanted["kind"] == {"S": [image["kind"]["S"]]}
    assert wanted["work_pk"] == {"S": [{"exists": True}]}
    assert set(wanted) <= set(image)
    assert pattern["eventName"] == ["INSERT", "MODIFY"]


def test_queues_wait_longer_than_a_function_may_take_and_give_up_in_the_end() -> None:
    for function, (queue, dead) in QUEUES.items():
        options, about = event(function), properties(queue)
        assert options["Queue"] == {"Fn::Sub": f"${{{queue}.Arn}}"}
        assert options["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
        assert 2 <= options["ScalingConfig"]["MaximumConcurrency"] <= 100
        assert about["VisibilityTimeout"] >= 6 * properties(function)["Timeout"]
        assert about["VisibilityTimeout"] > bootstrap.SMTP_LEASE
        assert about["RedrivePolicy"]["deadLetterTargetArn"] == {"Fn::GetAtt": [dead, "Arn"]}
        assert about["RedrivePolicy"]["maxReceiveCount"] >= 5
        assert properties(dead)["MessageRetentionPeriod"] == 14 * 86_400


def test_what_ses_says_of_mails_comes_to_the_queue_and_nothing_else_does() -> None:
    events = properties("MailEvents")["EventDestination"]
    assert set(events["MatchingEventTypes"]) == {
        "delivery",
        "bounce",
        "complaint",
        "reject",
        "renderingFailure",
        "deliveryDelay",
    }
    assert events["SnsDestination"] == {"TopicARN": {"Ref": "FeedbackTopic"}}
    assert properties("MailEvents")["ConfigurationSetName"] == variables()["SES_CONFIGURATION_SET"]
    assert properties("MailConfiguration")["SuppressionOptions"] == {"SuppressedReasons": []}
    (says,) = properties("FeedbackTopicPolicy")["PolicyDocument"]["Statement"]
    assert (says["Principal"], says["Action"]) == ({"Service": "ses.amazonaws.com"}, "sns:Publish")
    assert says["Condition"] == {"StringEquals": {"AWS:SourceAccount": {"Ref": "AWS::AccountId"}}}
    (puts,) = properties("FeedbackQueuePolicy")["PolicyDocument"]["Statement"]
    assert (puts["Principal"], puts["Action"]) == ({"Service": "sns.amazonaws.com"}, "sqs:SendMessage")
    assert puts["Condition"] == {"ArnEquals": {"aws:SourceArn": {"Ref": "FeedbackTopic"}}}
    subscribed = properties("FeedbackSubscription")
    assert (subscribed["Protocol"], subscribed["RawMessageDelivery"]) == ("sqs", True)
    assert subscribed["Endpoint"] == {"Fn::GetAtt": ["FeedbackQueue", "Arn"]}


def test_the_sweep_runs_every_minute_and_is_not_run_twice() -> None:
    assert event("Sweep") == {"Schedule": "rate(1 minute)"}
    assert properties("Sweep")["EventInvokeConfig"] == {"MaximumRetryAttempts": 0, "MaximumEventAgeInSeconds": 60}
    assert bootstrap.SPARE_MILLISECONDS / 1_000 < properties("Sweep")["Timeout"] < 60


def test_no_role_may_do_just_anything() -> None:
    assert set(of_type("AWS::IAM::Role")) == set(ROLES.values())
    for role in ROLES.values():
        for statement in statements(role):
            starred = [text for text in _texts(statement["Resource"]) if "*" in text]
            # listing the streams of a table can be asked of no single one
            assert starred == (["${Table.Arn}/stream/*"] if statement["Action"] == ["dynamodb:ListStreams"] else [])
            assert not any("*" in action for action in statement["Action"])


def test_every_role_may_use_its_own_things_only() -> None:
    for function, role in ROLES.items():
        allowed = [(action, json.dumps(each["Resource"])) for each in statements(role) for action in each["Action"]]
        used = {name for action, resource in allowed for name in re.findall(r'"(\w+)", "Arn"', resource)}
        log = properties(function)["LoggingConfig"]["LogGroup"]["Ref"]
        assert log in used
        assert used & set(of_type("AWS::Logs::LogGroup")) == {log}
        assert any(action.startswith("ses:") for action, _ in allowed) == (function == "Mail")
        received = {resource for action, resource in allowed if action == "sqs:ReceiveMessage"}
        wanted = {json.dumps([{"Fn::GetAtt": [QUEUES[function][0], "Arn"]}])} if function in QUEUES else set()
        assert received == wanted


def test_logs_do_not_stay_for_ever() -> None:
    assert all(log["RetentionInDays"] == {"Ref": "LogDays"} for log in of_type("AWS::Logs::LogGroup").values())


def test_the_functions_have_every_setting_and_each_can_be_used() -> None:
    found = settings.read({name: _resolved(value) for name, value in variables().items()})
    assert (found.store, found.mailer, found.stage, found.webhook_private) == ("dynamodb", "ses", "prod", True)
    assert (found.base_url, found.table) == (SAMPLE["BaseUrl"], SAMPLE["Table"])
    assert (found.mail_queue, found.webhook_queue) == (SAMPLE["MailQueue"], SAMPLE["WebhookQueue"])
    assert (found.gathering, found.reply_domain, len(found.former)) == (300, "reply.example.org", 1)
    known = set(re.findall(r'"([A-Z][A-Z_]{3,})"', _source(settings.__file__)))
    assert known - EMBEDDED - DEFAULTS - LAMBDAS == set(variables())


def test_without_an_address_the_functions_are_told_the_apis_own() -> None:
    asked, own, apis = variables()["BASE_URL"]["Fn::If"]
    stage = properties("RestAPI")["StageName"]
    assert (asked, own) == ("HasBaseUrl", {"Ref": "BaseUrl"})
    assert apis == {"Fn::Sub": "https://${RestAPI}.execute-api.${AWS::Region}.${AWS::URLSuffix}/" + stage}
    assert template()["Outputs"]["Address"]["Value"] == variables()["BASE_URL"]


def test_the_secret_is_shown_to_nobody_and_may_not_be_short() -> None:
    about = template()["Parameters"]["Secret"]
    assert about["NoEcho"] is True
    assert about["MinLength"] >= settings.SECRET_BYTES * 4 / 3
    assert "Default" not in about


def test_the_table_is_as_items_are_laid_out() -> None:
    table = properties("Table")
    item = Item(Key("p", "s"), "log", {}, work=IndexKey("w", "1"), list=IndexKey("l", "1"), expires=1)
    image = layout.image(item)
    for attribute in table["AttributeDefinitions"]:
        assert attribute["AttributeType"] in image[attribute["AttributeName"]]
    assert _keys(table["KeySchema"]) == list(layout.key_image(item.key))
    assert {each["IndexName"]: _keys(each["KeySchema"]) for each in table["GlobalSecondaryIndexes"]} == {
        "work": ["work_pk", "work_sk"],
        "list": ["list_pk", "list_sk"],
    }
    assert image[table["TimeToLiveSpecification"]["AttributeName"]] == {"N": "1"}


def test_the_table_outlives_the_stack_and_yesterday_can_be_had_back() -> None:
    table = template()["Resources"]["Table"]
    assert (table["DeletionPolicy"], table["UpdateReplacePolicy"]) == ("Retain", "Retain")
    assert table["Properties"]["DeletionProtectionEnabled"] is True
    assert table["Properties"]["PointInTimeRecoverySpecification"] == {"PointInTimeRecoveryEnabled": True}
    assert table["Properties"]["BillingMode"] == "PAY_PER_REQUEST"


REFUSED = {
    "MISSING_AUTHENTICATION_TOKEN": "not_found",
    "INVALID_SIGNATURE": "not_found",
    "EXPIRED_TOKEN": "not_found",
    "UNAUTHORIZED": "unauthenticated",
    "ACCESS_DENIED": "forbidden",
    "WAF_FILTERED": "forbidden",
    "UNSUPPORTED_MEDIA_TYPE": "malformed_request",
    "REQUEST_TOO_LARGE": "too_large",
    "THROTTLED": "too_many_requests",
    "QUOTA_EXCEEDED": "too_many_requests",
    "DEFAULT_4XX": "malformed_request",
    "DEFAULT_5XX": "internal_error",
}
"""What API Gateway refuses by itself, and the code that says so."""


def _refusals() -> dict[str, tuple[Any, Any]]:
    """What is answered to each: the gateway's options, and the problem."""
    found = {}
    for name, about in properties("RestAPI")["GatewayResponses"].items():
        (text,) = about["ResponseTemplates"].values()
        found[name] = about, json.loads(text.replace("$context.error.messageString", '"A sentence."'))
    return found


def test_what_the_gateway_refuses_has_a_code_of_ours() -> None:
    assert {name: told["code"] for name, (_, told) in _refusals().items()} == REFUSED


def test_what_the_gateway_refuses_reads_like_what_the_service_refuses() -> None:
    for name, (about, told) in _refusals().items():
        kind = KINDS[told["code"]]
        status = None if name.startswith("DEFAULT") else kind.status
        assert (told["title"], about.get("StatusCode"), told.get("status")) == (kind.title, status, status)
        assert told["detail"].endswith(".")
        assert about["ResponseParameters"]["Headers"]["Content-Type"] == "'application/problem+json'"


def test_what_the_gateway_refuses_has_the_headers_that_go_with_it() -> None:
    for about, told in _refusals().values():
        headers = {name: value.strip("'") for name, value in about["ResponseParameters"]["Headers"].items()}
        ours = problem(told["code"], "", "", {"retry_after": 1} if told["code"] == "too_many_requests" else {}).headers
        assert {name: headers.get(name) for name in ("Retry-After", "WWW-Authenticate")} == {
            name: ours.get(name) for name in ("Retry-After", "WWW-Authenticate")
        }
        assert str(told.get("retry_after", "")) == headers.get("Retry-After", "")


def test_stages_live_side_by_side() -> None:
    fixed = {
        name: value
        for name, resource in template()["Resources"].items()
        for key, value in resource.get("Properties", {}).items()
        if re.fullmatch(r"\w*(Name|Bucket)", key) and key not in ("StageName", "FunctionName", "ConfigurationSetName")
    }
    assert all("${AWS::StackName}" in json.dumps(value) for value in fixed.values()), fixed


def _keys(schema: list[dict[str, str]]) -> list[str]:
    assert [each["KeyType"] for each in schema] == ["HASH", "RANGE"]
    return [each["AttributeName"] for each in schema]


def _source(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()
