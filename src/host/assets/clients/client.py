"""Client of pdfd VERSION for Python 3.8 or later, printed by: pdfd client python

It needs only the standard library.
"""
import base64
import hashlib
import hmac
import http.client
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Iterator, List, Literal, Mapping, Optional, TypedDict, Union


# TYPES


class PdfdError(Exception):
    """A failed call; problem holds the problem details (RFC 9457)."""

    def __init__(self, problem: Dict[str, Any], repeated: bool = False) -> None:
        super().__init__(problem.get("detail", ""))
        self.problem = problem
        self.code: str = problem.get("code", "unknown")
        #: The call was sent twice because the first response was lost. A 409 may mean that the first call wrote the file.
        self.repeated = repeated


class PdfdTimeout(Exception):
    """No response within the time limit."""


def _given(fields: Dict[str, Any]) -> Dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


class PdfdClient:
    def __init__(
        self,
        token: str,
        url: str = "http://127.0.0.1:7341",
        timeout: float = 300.0,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self._url = url.rstrip("/")
        self._token = token
        self._timeout = timeout
        self._wait = wait
        # Calls to this computer bypass proxies.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    # METHODS

    def call(self, tool: str, input: Mapping[str, Any], timeout: Optional[float] = None) -> Any:
        """Calls any tool by name."""
        return self._send("POST", "/v1/tools/" + tool, input, timeout)

    def parts(self, tool: str, input: Mapping[str, Any], timeout: Optional[float] = None) -> Iterator[Any]:
        """A reading tool's results in parts, following next_page to the end of the document or the requested pages."""
        current = dict(input)
        while True:
            part = self.call(tool, current, timeout)
            yield part
            if part.get("next_page") is None:
                return
            current["pages"] = _pages_from(input.get("pages") or "1-%d" % part["total_pages"], part["next_page"])

    def start_job(self, tool: str, input: Mapping[str, Any], callback_url: Optional[str] = None) -> Dict[str, Any]:
        """Starts a job and returns immediately."""
        return self._send("POST", "/v1/jobs", _given({"tool": tool, "input": input, "callback_url": callback_url}))

    def job(self, id: str, wait_seconds: Optional[int] = None) -> Dict[str, Any]:
        """Returns a job, waiting up to wait_seconds (at most 60) for it to finish."""
        wait = "" if wait_seconds is None else "?wait=%d" % wait_seconds
        return self._send("GET", "/v1/jobs/" + urllib.parse.quote(id, safe="") + wait)

    def jobs(self) -> List[Dict[str, Any]]:
        return self._send("GET", "/v1/jobs?results=false")["jobs"]

    def cancel_job(self, id: str) -> Dict[str, Any]:
        return self._send("DELETE", "/v1/jobs/" + urllib.parse.quote(id, safe=""))

    def run(
        self,
        tool: str,
        input: Mapping[str, Any],
        on_progress: Optional[Callable[[Dict[str, Any]], None]] = None,
    ) -> Any:
        """Runs a tool as a job and waits until it finishes, however long it takes. Raises the job's problem as PdfdError."""
        job = self.start_job(tool, input)
        while job["status"] in ("queued", "running"):
            job = self.job(job["id"], 1 if on_progress else 30)
            if on_progress:
                on_progress(job)
        if "error" in job:
            raise PdfdError(job["error"])
        return job["result"]

    def _send(self, method: str, path: str, body: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None) -> Any:
        """Retries 429 after waiting, and 500 and lost responses once. Anything else would fail the same way again."""
        end = time.monotonic() + (self._timeout if timeout is None else timeout)
        data = None if body is None else json.dumps(body).encode("utf-8")
        repeated = False
        while True:
            left = end - time.monotonic()
            if left <= 0:
                raise PdfdTimeout("no answer in time")
            request = urllib.request.Request(self._url + path, data=data, method=method)
            request.add_header("Authorization", "Bearer " + self._token)
            if data is not None:
                request.add_header("Content-Type", "application/json")
            try:
                with self._opener.open(request, timeout=left) as answer:
                    return json.loads(answer.read())
            except urllib.error.HTTPError as error:
                problem = _problem(error)
                if error.code == 429:
                    self._wait(float(error.headers.get("Retry-After") or 1))
                    continue
                if error.code == 500 and not repeated:
                    repeated = True
                    continue
                raise PdfdError(problem, repeated) from None
            except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
                reason = getattr(error, "reason", error)
                if isinstance(reason, ConnectionRefusedError):
                    raise ConnectionError("no pdfd at %s: start it with pdfd serve" % self._url) from error
                if isinstance(reason, TimeoutError) or time.monotonic() >= end:
                    raise PdfdTimeout("no answer in time") from error
                if repeated:
                    raise
                repeated = True


def _pages_from(pages: str, first: int) -> str:
    """The rest of a page selector, starting at a page."""
    ranges = [[int(end) for end in item.split("-")] for item in pages.split(",")]
    kept = [(max(ends[0], first), ends[-1]) for ends in ranges if ends[-1] >= first]
    return ",".join("%d" % start if start == end else "%d-%d" % (start, end) for start, end in kept)


def _problem(error: urllib.error.HTTPError) -> Dict[str, Any]:
    try:
        return json.loads(error.read())
    except ValueError:
        detail = "the answer %d is not from pdfd" % error.code
        return {"type": "about:blank", "title": detail, "status": error.code, "detail": detail, "code": "unknown"}


def verify_webhook(secret: str, headers: Mapping[str, str], body: bytes, now: Optional[float] = None) -> Dict[str, Any]:
    """Checks a callback: body is the request's body, unchanged. Raises ValueError if the signature is wrong or
    the timestamp is more than five minutes off. Skip events whose webhook-id you have already handled.
    """
    given = {name.lower(): value for name, value in headers.items()}
    try:
        id, timestamp, signatures = given["webhook-id"], given["webhook-timestamp"], given["webhook-signature"]
    except KeyError as missing:
        raise ValueError("the header %s is missing" % missing) from None
    current = time.time() if now is None else now
    if not re.fullmatch("[0-9]+", timestamp) or abs(current - int(timestamp)) > 300:
        raise ValueError("the webhook is too old, or from the future")
    key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret)
    signed = ("%s.%s." % (id, timestamp)).encode("utf-8") + body
    expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode("ascii")
    matches = [hmac.compare_digest(expected.encode(), value.encode()) for value in signatures.split(" ")]
    if not any(matches):
        raise ValueError("the webhook's signature is wrong")
    return json.loads(body)
