"""Calls of a server over HTTP: the envelope of its answers, and repetition while that may help."""

from __future__ import annotations

import email.utils
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, BinaryIO, Callable, Dict, Mapping, Optional, TypeVar, Union

from .errors import PixwrightError

T = TypeVar("T")

FIRST_DELAY = 0.5
LONGEST_DELAY = 15.0
LONGEST_ASKED = 120.0
# A fault that the server itself tells happens again with the same call; any other is a store's or a proxy's, which may be starting.
FAULTS_TOLERATED = 4
FOREIGN_FAULTS_SECONDS = 120.0
# Their Retry-After is long: the caller waits for open tasks itself, or has to make room.
NOT_REPEATED = {"TOO_MANY_OPEN_TASKS", "UPLOAD_QUOTA", "STORAGE_FULL"}
# The server answers every call within 20 s.
CALL_TIMEOUT = 30.0


def is_worth_retrying(error: PixwrightError) -> bool:
    if error.code in NOT_REPEATED or error.status in (501, 507):
        return False
    return error.status in (0, 408, 425, 429) or error.status >= 500


def read_retry_after(header: Optional[str]) -> Optional[float]:
    """Seconds, from a header with seconds or a date."""
    if not header:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        at = email.utils.parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    return max(0.0, at.timestamp() - time.time())


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key must not follow a redirect to another host."""

    def redirect_request(self, req: Any, fp: Any, code: Any, msg: Any, headers: Any, newurl: Any) -> None:
        return None


class Http:
    def __init__(self, origin: str, headers: Mapping[str, str], give_up_after: float) -> None:
        self.origin = origin.rstrip("/")
        self.headers = dict(headers)
        self.give_up_after = give_up_after
        self._opener = urllib.request.build_opener(NoRedirect())

    def repeat(self, run: Callable[[int], T]) -> T:
        """Calls run with the number of failures so far, again and again while that may help."""
        failures, failing_since = 0, 0.0
        # What came before, such as minutes without an answer, does not make a fault last longer than it did.
        told_faults = 0
        foreign_since: Optional[float] = None
        while True:
            try:
                return run(failures)
            except PixwrightError as error:
                now = time.monotonic()
                failing_since = failing_since if failures else now
                failures += 1
                is_fault = error.status >= 500 and error.status not in (502, 503, 504)
                is_told = is_fault and error.request_id is not None
                told_faults += is_told
                is_foreign = is_fault and not is_told
                foreign_since = None if not is_foreign else now if foreign_since is None else foreign_since
                is_foreign_over = foreign_since is not None and now - foreign_since > FOREIGN_FAULTS_SECONDS
                if not is_worth_retrying(error) or (is_told and told_faults > FAULTS_TOLERATED) or is_foreign_over:
                    raise
                if error.retry_after:
                    delay = min(LONGEST_ASKED, error.retry_after) + random.random() * FIRST_DELAY
                else:
                    delay = min(LONGEST_DELAY, FIRST_DELAY * 2 ** (failures - 1)) * (0.5 + random.random() / 2)
                if now - failing_since + delay > self.give_up_after:
                    raise
                time.sleep(delay)

    def call(
        self,
        method: str,
        path: str,
        body: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        query: Optional[Mapping[str, Any]] = None,
    ) -> Any:
        """Makes one call, once, and returns the data of its answer."""
        address = self.origin + path
        if query:
            address += "?" + urllib.parse.urlencode({k: v for k, v in query.items() if v is not None})
        data = None if method == "GET" else json.dumps(body or {}).encode()
        sent: Dict[str, str] = {**self.headers, **(headers or {})}
        if data is not None:
            sent["content-type"] = "application/json"
        with self._open(method, address, data, sent) as answer:
            try:
                reply = json.loads(answer.read())
            except (ValueError, OSError, http.client.HTTPException) as cause:
                raise _unreachable(cause) from cause
        if not isinstance(reply, dict) or reply.get("code") != 200:
            raise _read_failure(200, reply, None)
        return reply.get("data")

    def patiently(self, method: str, path: str, **options: Any) -> Any:
        """A call that may be repeated without harm."""
        return self.repeat(lambda _: self.call(method, path, **options))

    def send(self, method: str, url: str, data: Union[bytes, BinaryIO], headers: Mapping[str, str]) -> None:
        """Sends bytes to a signed address of the store, without the headers that say who calls."""
        with self._open(method, urllib.parse.urljoin(self.origin + "/", url), data, headers, timeout=600):
            pass

    def fetch(self, url: str) -> Any:
        """Opens a signed address. The caller closes it."""
        return self._open("GET", urllib.parse.urljoin(self.origin + "/", url), None, {}, timeout=600)

    def _open(self, method: str, url: str, data: Any, headers: Mapping[str, str], timeout: float = CALL_TIMEOUT) -> Any:
        request = urllib.request.Request(url, data=data, headers=dict(headers), method=method)
        try:
            return self._opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            with error:
                try:
                    reply = json.loads(error.read())
                except (ValueError, OSError, http.client.HTTPException):
                    reply = {}
            raise _read_failure(error.code, reply, error.headers.get("retry-after")) from None
        except (OSError, http.client.HTTPException) as cause:
            raise _unreachable(cause) from cause


def _unreachable(cause: BaseException) -> PixwrightError:
    return PixwrightError("SERVER_UNREACHABLE", 0, f"The server can't be reached: {cause}")


def _read_failure(status: int, reply: Any, retry_after: Optional[str]) -> PixwrightError:
    """Anything but the envelope comes from a proxy, or from a server that is not ours."""
    said: Dict[str, Any] = reply if isinstance(reply, dict) else {}
    return PixwrightError(
        str(said.get("error") or "UNEXPECTED"),
        status,
        str(said.get("msg") or "The server answered in an unexpected way."),
        said.get("details"),
        said.get("requestId"),
        read_retry_after(retry_after),
    )
