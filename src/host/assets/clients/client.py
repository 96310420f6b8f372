"""Client of pdfd VERSION for Python 3.8 or later, printed by: pdfd client python

It needs only the standard library. PdfdClient calls a service; Worker runs the executable itself.
"""
import atexit
import base64
import collections
import hashlib
import hmac
import http.client
import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import weakref
from concurrent.futures import Future
from typing import (
    Any,
    BinaryIO,
    Callable,
    Deque,
    Dict,
    Iterable,
    Iterator,
    List,
    Literal,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    TypedDict,
    Union,
    cast,
)


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


#: A field that isn't sent, where None removes what the document says.
OMITTED: Any = object()


def _given(fields: Dict[str, Any], nullable: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
    given = {name: value for name, value in fields.items() if value is not None}
    given.update((name, value) for name, value in (nullable or {}).items() if value is not OMITTED)
    return given


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
        """A reading tool's results in parts, following next_page or, in a search, next to the end."""
        # As few parts as possible: a page that is longer than max_chars is cut.
        current = {**_LARGEST_PARTS.get(tool, {}), **input}
        while True:
            part = self.call(tool, current, timeout)
            yield part
            if part.get("next") is not None:
                current["after"] = part["next"]
            elif part.get("next_page") is not None:
                pages = input.get("pages") or "1-%d" % part["total_pages"]
                current["pages"] = _pages_from(pages, part["next_page"])
            else:
                return

    def start_job(self, tool: str, input: Mapping[str, Any], callback_url: Optional[str] = None) -> Dict[str, Any]:
        """Starts a job and returns immediately."""
        request = _given({"tool": tool, "input": input, "callback_url": callback_url})
        return cast(Dict[str, Any], self._send("POST", "/v1/jobs", request))

    def job(self, id: str, wait_seconds: Optional[int] = None) -> Dict[str, Any]:
        """Returns a job, waiting up to wait_seconds (at most 60) for it to finish."""
        wait = "" if wait_seconds is None else "?wait=%d" % wait_seconds
        return cast(Dict[str, Any], self._send("GET", "/v1/jobs/" + urllib.parse.quote(id, safe="") + wait))

    def jobs(self) -> List[Dict[str, Any]]:
        return cast(List[Dict[str, Any]], self._send("GET", "/v1/jobs?results=false")["jobs"])

    def cancel_job(self, id: str) -> Dict[str, Any]:
        return cast(Dict[str, Any], self._send("DELETE", "/v1/jobs/" + urllib.parse.quote(id, safe="")))

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


#: The limits of one answer: as much as the tools return.
_LARGEST_PARTS: Dict[str, Dict[str, Any]] = {
    "pdf_read_text": {"max_chars": 200_000},
    "pdf_extract_structure": {"max_chars": 400_000},
    "pdf_search": {"max_hits": 1000},
}


def _pages_from(pages: str, first: int) -> str:
    """The rest of a page selector, starting at a page."""
    ranges = [[int(end) for end in item.split("-")] for item in pages.split(",")]
    kept = [(max(ends[0], first), ends[-1]) for ends in ranges if ends[-1] >= first]
    return ",".join("%d" % start if start == end else "%d-%d" % (start, end) for start, end in kept)


def _problem(error: urllib.error.HTTPError) -> Dict[str, Any]:
    try:
        return cast(Dict[str, Any], json.loads(error.read()))
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
    return cast(Dict[str, Any], json.loads(body))


Document = Union[str, "os.PathLike[str]", bytes]


class Answer(TypedDict, total=False):
    """A line printed by pdfd --jsonl --identify."""

    id: Union[str, int, None]
    tool: str
    line: int
    status: Literal["succeeded", "skipped", "failed"]
    result: Dict[str, Any]
    error: Dict[str, Any]
    retryable: bool
    seconds: float
    peak_mb: float
    sha256: Union[str, None, List[Optional[str]]]
    pdfd_version: str
    call: str
    #: Added by Worker: the path that was given, and whether pdfd was killed before it answered.
    path: str
    lost: bool


def find_program() -> str:
    """The executable: PDFD_PROGRAM, the one installed with this package, or the one in PATH."""
    given = os.environ.get("PDFD_PROGRAM")
    if given:
        return given
    name = "pdfd.exe" if os.name == "nt" else "pdfd"
    schemes = [None, "%s_user" % os.name]
    folders = [
        sysconfig.get_path("scripts") if scheme is None else sysconfig.get_path("scripts", scheme)
        for scheme in schemes
        if scheme is None or scheme in sysconfig.get_scheme_names()
    ]
    paths = [os.path.join(folder, name) for folder in folders]
    found = next((path for path in paths if os.access(path, os.X_OK)), None) or shutil.which(name)
    if found is None:
        raise FileNotFoundError("pdfd is not installed: install its executable, or name it in PDFD_PROGRAM")
    return found


class Worker:
    """Keeps one pdfd --jsonl open, which runs calls on all cores. Threads can share it. The first call starts it.

    Documents are paths or bytes. Bytes are kept in a private folder, in memory if the system has /dev/shm, and removed as
    soon as their call has ended. A document is read whole unless max_chars (or max_hits) is given. A worker that is pickled,
    or inherited by a forked process, starts a pdfd of its own there.
    """

    def __init__(
        self,
        *,
        jobs: Optional[int] = None,
        allow_dirs: Sequence[str] = (),
        options: Sequence[str] = (),
        program: Optional[str] = None,
    ) -> None:
        self._settings = (jobs, tuple(allow_dirs), tuple(options), program)
        self._reset()

    def _reset(self) -> None:
        self._lock = threading.RLock()
        self._process: Optional["subprocess.Popen[bytes]"] = None
        self._reader: Optional[threading.Thread] = None
        #: The number of the last line written to this pdfd, and the calls whose lines it hasn't answered.
        self._line = 0
        self._pending: Dict[int, "Tuple[Future[Answer], List[str]]"] = {}
        self._folder: Optional["_MemoryFolder"] = None

    def __reduce__(self) -> Any:
        return _worker_of, self._settings

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(self, tool: str, input: Mapping[str, Any]) -> "Future[Answer]":
        """Starts a call. Bytes among its fields are documents. Blocks while pdfd has enough calls."""
        future: "Future[Answer]" = Future()
        # It can't be canceled: pdfd has it.
        future.set_running_or_notify_cancel()
        with self._lock:
            process = self._start()
            files: List[str] = []
            try:
                fields = {name: self._stored(value, files) for name, value in input.items()}
                line = json.dumps({"id": self._line + 1, "tool": tool, "input": fields}).encode("utf-8")
            except BaseException:
                for path in files:
                    _remove(path)
                raise
            self._line += 1
            self._pending[self._line] = (future, files)
            try:
                assert process.stdin is not None
                process.stdin.write(line + b"\n")
                process.stdin.flush()
            except (BrokenPipeError, ValueError):
                pass  # pdfd has ended; the reader thread answers its calls.
        return future

    def call(self, tool: str, document: Optional[Document] = None, **fields: Any) -> Answer:
        """Runs a call and waits for its answer, failed or not. Repeats one that reads: whenever pdfd was killed, and once
        if it may help otherwise.
        """
        return self._answer(self.submit, tool, _input_of(document, fields))

    def result(self, tool: str, document: Optional[Document] = None, **fields: Any) -> Dict[str, Any]:
        """Runs a call and returns its result. Raises PdfdError."""
        answer = self.call(tool, document, **fields)
        if "error" in answer:
            raise PdfdError(answer["error"])
        return answer["result"]

    def produce(self, tool: str, document: Optional[Document] = None, **fields: Any) -> bytes:
        """Runs a call that writes one document, and returns its bytes. Nothing stays on disk. Raises PdfdError."""
        while True:
            with self._lock:
                path = self._memory().new_path()
            try:
                answer = self.call(tool, document, output=path, **fields)
                if "error" not in answer:
                    with open(path, "rb") as file:
                        return file.read()
            finally:
                _remove(path)
            # Nobody else knows the path, so a call that was lost may be repeated.
            if not answer.get("lost"):
                raise PdfdError(answer["error"])

    def map(
        self, tool: str, documents: Iterable[Document], *, ahead: int = 64, **fields: Any
    ) -> Iterator[Answer]:
        """The answers for many documents, in their order, including failed ones. Takes at most ahead of them in advance."""
        waiting: Deque["Tuple[Future[Answer], Dict[str, Any]]"] = collections.deque()

        def first() -> Answer:
            future, input = waiting.popleft()
            return self._answer(lambda *_: future, tool, input)

        for document in documents:
            input = _input_of(document, fields)
            waiting.append((self.submit(tool, input), input))
            if len(waiting) >= ahead:
                yield first()
        while waiting:
            yield first()

    def close(self) -> None:
        """Waits for running calls, ends pdfd, and removes the private folder. Another call starts it again."""
        with self._lock:
            process, reader = self._process, self._reader
            if process is not None and process.stdin is not None:
                try:
                    process.stdin.close()
                except BrokenPipeError:
                    pass
        if reader is not None:
            reader.join()
        with self._lock:
            if self._folder is not None:
                self._folder.remove()
                self._folder = None

    def _answer(
        self, first: Callable[[str, Dict[str, Any]], "Future[Answer]"], tool: str, input: Dict[str, Any]
    ) -> Answer:
        answer = first(tool, input).result()
        # A lost call may have written its file.
        again = not ("output" in input or "output_folder" in input)
        pause = 0.0
        while again and answer.get("retryable"):
            again = answer.get("lost", False)
            time.sleep(pause)
            pause = min(5.0, 2 * pause or 0.1)
            answer = self.submit(tool, input).result()
        document = input.get("input")
        if isinstance(document, (str, os.PathLike)):
            answer["path"] = os.fspath(document)
        return answer

    def _start(self) -> "subprocess.Popen[bytes]":
        if self._process is not None:
            return self._process
        jobs, allow_dirs, options, program = self._settings
        command = [program or find_program(), "--jsonl", "--unordered", "--identify", "--whole", *options]
        if jobs is not None:
            command += ["--jobs", str(jobs)]
        for folder in [*allow_dirs, self._memory().path] if allow_dirs else []:
            command += ["--allow-dir", folder]
        # In its own session, Ctrl+C interrupts only this program, which then ends pdfd.
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._process = process
        self._reader = threading.Thread(target=self._read, args=(process,), daemon=True)
        self._reader.start()
        _open_workers.add(self)
        return process

    def _read(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdout is not None
        try:
            for text in process.stdout:
                if not text.endswith(b"\n"):
                    break
                # A line that pdfd couldn't read is answered without its id.
                answer: Answer = json.loads(text)
                future = self._forget(answer["line"])
                if future is not None:
                    future.set_result(answer)
        finally:
            process.stdout.close()
            code = process.wait()
            with self._lock:
                self._process = self._reader = None
                self._line = 0
                lost = [(line, self._forget(line)) for line in list(self._pending)]
            for line, future in lost:
                if future is not None:
                    future.set_result(_lost(line, code))

    def _forget(self, line: int) -> "Optional[Future[Answer]]":
        """A call has ended: removes its documents."""
        future, files = self._pending.pop(line, _nothing)
        for path in files:
            _remove(path)
        return future

    def _after_fork(self) -> None:
        """In a forked process: leaves the parent's pdfd, documents and folder to the parent."""
        process, folder = self._process, self._folder
        self._reset()
        if folder is not None:
            folder.leave()
        if process is not None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (process.stdin, process.stdout):
                if stream is not None and not stream.closed:
                    os.dup2(nowhere, stream.fileno())
            os.close(nowhere)
            process.returncode = 0

    def _stored(self, value: Any, files: List[str]) -> Any:
        """A field's value as pdfd takes it: bytes become a file."""
        if isinstance(value, (bytes, bytearray, memoryview)):
            path = self._memory().new_path()
            files.append(path)
            with open(path, "xb") as file:
                file.write(value)
            return path
        if isinstance(value, (list, tuple)):
            return [self._stored(item, files) for item in value]
        return os.fspath(value) if isinstance(value, os.PathLike) else value

    def _memory(self) -> "_MemoryFolder":
        if self._folder is None:
            self._folder = _MemoryFolder()
        return self._folder


_nothing: "Tuple[Optional[Future[Answer]], List[str]]" = (None, [])
_open_workers: "weakref.WeakSet[Worker]" = weakref.WeakSet()
_shared_workers: Dict[Any, Worker] = {}
_shared_lock = threading.Lock()


def _after_fork() -> None:
    global _shared_lock
    _shared_lock = threading.Lock()
    for worker in list(_open_workers):
        worker._after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def shared_worker(**settings: Any) -> Worker:
    """This process's worker with these settings, for functions that an engine such as Dask, Ray or Spark runs many times."""
    worker = Worker(**settings)
    with _shared_lock:
        return _shared_workers.setdefault((os.getpid(), worker._settings), worker)


def _worker_of(
    jobs: Optional[int], allow_dirs: Sequence[str], options: Sequence[str], program: Optional[str]
) -> Worker:
    return Worker(jobs=jobs, allow_dirs=allow_dirs, options=options, program=program)


@atexit.register
def _close_all() -> None:
    for worker in list(_open_workers):
        worker.close()


def _input_of(document: Optional[Document], fields: Dict[str, Any]) -> Dict[str, Any]:
    given = _given(fields)
    return given if document is None else {"input": document, **given}


def _lost(line: int, code: int) -> Answer:
    detail = "pdfd ended with %d before it answered" % code
    problem = {"title": "Internal error", "status": 500, "detail": detail, "code": "internal"}
    # A signal ended it: SIGTERM is 75, SIGINT is 130. For any other reason, it may end the same way again.
    killed = code < 0 or code in (75, 130)
    return {"id": line, "line": line, "status": "failed", "error": problem, "retryable": True, "lost": killed}


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass


class _MemoryFolder:
    """A folder that only this user can read. A lock in it shows that its process is alive."""

    def __init__(self) -> None:
        parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else tempfile.gettempdir()
        self._names = itertools.count(1)
        self._remove_dead(parent)
        self.path = tempfile.mkdtemp(prefix="pdfd-memory-", dir=parent)
        self._lock = open(os.path.join(self.path, "lock"), "xb")
        self._try_lock(self._lock)

    def new_path(self) -> str:
        return os.path.join(self.path, "%d.pdf" % next(self._names))

    def leave(self) -> None:
        self._lock.close()

    def remove(self) -> None:
        self._lock.close()
        shutil.rmtree(self.path, ignore_errors=True)

    @staticmethod
    def _try_lock(file: BinaryIO) -> bool:
        if sys.platform == "win32":
            return False
        import fcntl

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except OSError:
            return False

    @classmethod
    def _remove_dead(cls, parent: str) -> None:
        """Removes folders of this user whose process was killed."""
        if sys.platform == "win32":
            return
        for name in os.listdir(parent):
            path = os.path.join(parent, name)
            try:
                if not name.startswith("pdfd-memory-") or os.lstat(path).st_uid != os.getuid():
                    continue
                with open(os.path.join(path, "lock"), "rb") as file:
                    if cls._try_lock(file):
                        shutil.rmtree(path, ignore_errors=True)
            except OSError:
                continue


#: The columns of page_rows, and their Arrow types.
PAGE_COLUMNS = {
    "path": "string",
    "sha256": "string",
    "pdfd_version": "string",
    "status": "string",
    "error": "string",
    "truncated": "bool",
    "total_pages": "int32",
    "page": "int32",
    "text": "large_string",
}

#: The columns of chunk_rows.
CHUNK_COLUMNS = {
    "path": "string",
    "sha256": "string",
    "pdfd_version": "string",
    "status": "string",
    "error": "string",
    "truncated": "bool",
    "total_pages": "int32",
    "position": "int32",
    "id": "string",
    "kind": "string",
    "headings": "list<string>",
    "text": "large_string",
    "pages": "list<struct<page: int32, bbox: list<double>>>",
    "repeated_head": "bool",
}


def page_rows(answer: Answer, path: Optional[str] = None) -> List[Dict[str, Any]]:
    """An answer of pdf_read_text as rows of PAGE_COLUMNS: one per page, or one with the error's code.

    path names a document that was given as bytes.
    """
    return _rows(answer, PAGE_COLUMNS, answer.get("result", {}).get("pages", []), path)


def chunk_rows(answer: Answer, path: Optional[str] = None) -> List[Dict[str, Any]]:
    """An answer of pdf_extract_structure with the format chunks as rows of CHUNK_COLUMNS, or one with the error's code."""
    chunks = json.loads(answer["result"]["content"])["chunks"] if "result" in answer else []
    rows = [{"repeated_head": False, **chunk, "position": k} for k, chunk in enumerate(chunks)]
    return _rows(answer, CHUNK_COLUMNS, rows, path)


def _rows(
    answer: Answer, columns: Mapping[str, str], items: Sequence[Mapping[str, Any]], path: Optional[str]
) -> List[Dict[str, Any]]:
    common = {
        "path": answer.get("path") if path is None else path,
        "sha256": answer.get("sha256"),
        "pdfd_version": answer.get("pdfd_version"),
        "status": answer["status"],
        "error": answer.get("error", {}).get("code"),
        "truncated": answer.get("result", {}).get("truncated"),
        "total_pages": answer.get("result", {}).get("total_pages"),
    }
    # A document without pages or chunks has a row, so that the table lists every document.
    return [{name: {**item, **common}.get(name) for name in columns} for item in items or [{}]]
