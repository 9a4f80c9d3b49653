"""Events as API Gateway's REST proxy integration hands them to the function behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_VIEWER = {
    "Accept": "application/json",
    "Accept-Encoding": "gzip, deflate, br",
    "Accept-Language": "nl-NL,nl;q=0.9,en;q=0.8",
    "CloudFront-Forwarded-Proto": "https",
    "CloudFront-Is-Desktop-Viewer": "true",
    "CloudFront-Is-Mobile-Viewer": "false",
    "CloudFront-Viewer-Country": "NL",
    "Host": "abcdefghij.execute-api.eu-west-1.amazonaws.com",
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
    "Via": "2.0 0123456789abcdef.cloudfront.net (CloudFront)",
    "X-Amzn-Trace-Id": "Root=1-60000000-0123456789abcdef01234567",
    "X-Forwarded-For": "192.0.2.7, 198.51.100.9",
    "X-Forwarded-Port": "443",
    "X-Forwarded-Proto": "https",
}
"""What stands before a request puts in by itself."""


def api_event(
    method: str,
    resource: str,
    parts: Mapping[str, str] | None = None,
    body: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """A request for `resource`, a path as the app declares it, with `parts` in the places of its braces."""
    path = resource.format(**(parts or {}))
    sent = {**_VIEWER, **({} if body is None else {"Content-Type": "application/json"}), **(headers or {})}
    return {
        "resource": resource,
        "path": path,
        "httpMethod": method,
        "headers": sent,
        "multiValueHeaders": {name: [value] for name, value in sent.items()},
        "queryStringParameters": None,
        "multiValueQueryStringParameters": None,
        "pathParameters": dict(parts) if parts else None,
        "stageVariables": None,
        "requestContext": _context(method, resource, path),
        "body": body,
        "isBase64Encoded": False,
    }


def _context(method: str, resource: str, path: str) -> dict[str, Any]:
    return {
        "accountId": "000000000000",
        "apiId": "abcdefghij",
        "domainName": "abcdefghij.execute-api.eu-west-1.amazonaws.com",
        "extendedRequestId": "Abcdefghijklmno=",
        "httpMethod": method,
        "identity": {"sourceIp": "192.0.2.7", "userAgent": _VIEWER["User-Agent"]},
        "path": f"/api{path}",
        "protocol": "HTTP/1.1",
        "requestId": "00000000-0000-4000-8000-000000000000",
        "requestTime": "01/Jul/2026:12:00:00 +0000",
        "requestTimeEpoch": 1_782_907_200_000,
        "resourceId": "abc123",
        "resourcePath": resource,
        "stage": "api",
    }


class LambdaContext:
    """What Lambda tells a function of the invocation."""

    function_name = "turnpost-api"
    function_version = "$LATEST"
    invoked_function_arn = "arn:aws:lambda:eu-west-1:000000000000:function:turnpost-api"
    memory_limit_in_mb = "1024"
    aws_request_id = "00000000-0000-4000-8000-000000000000"
    log_group_name = "/aws/lambda/turnpost-api"
    log_stream_name = "2026/07/01/[$LATEST]00000000000000000000000000000000"

    def get_remaining_time_in_millis(self) -> int:
        """As much as ever."""
        return 15_000
