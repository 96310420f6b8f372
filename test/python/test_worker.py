"""pdfd.Worker and the rows of its answers, with the executable and examples of the checkout. test/python.test.ts runs it."""

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Dict, Iterator, List, Mapping, Tuple

import pytest

import pdfd

CHECKOUT = Path(__file__).resolve().parents[2]
REPORT = CHECKOUT / "examples" / "report.pdf"
MEMORY = Path("/dev/shm")


@pytest.fixture(scope="module")
def worker() -> Iterator[pdfd.Worker]:
    with pdfd.Worker(jobs=2) as one:
        yield one


def memory_files() -> List[Path]:
    return [path for path in MEMORY.glob("pdfd-memory-*/*") if path.name != "lock"]


def test_maps_paths_and_bytes_in_their_order(worker: pdfd.Worker) -> None:
    documents: List[pdfd.Document] = [REPORT, REPORT.read_bytes(), str(CHECKOUT / "examples" / "letter.pdf"), b"no document"]
    answers = list(worker.map("pdf_read_text", documents * 20, pages="1", ahead=7))
    assert [answer["status"] for answer in answers] == ["succeeded", "succeeded", "succeeded", "failed"] * 20
    assert answers[0]["result"] == answers[1]["result"]
    assert answers[0]["result"]["pages"][0]["text"].startswith("A report")
    assert answers[0]["sha256"] == answers[1]["sha256"] != answers[2]["sha256"]
    assert memory_files() == []


def test_a_document_in_memory_is_private_while_its_call_runs(worker: pdfd.Worker) -> None:
    worker.result("pdf_info", REPORT.read_bytes())
    folder = Path(worker._memory().path)
    assert folder.parent == MEMORY
    assert folder.stat().st_mode & 0o777 == 0o700


def test_writes_documents_into_memory(worker: pdfd.Worker) -> None:
    data = REPORT.read_bytes()
    merged = worker.produce("pdf_merge", inputs=[data, REPORT])
    assert worker.result("pdf_info", merged)["pages"] == 6
    with pytest.raises(pdfd.PdfdError) as raised:
        worker.produce("pdf_rotate_pages", b"no document")
    assert raised.value.code == "operation_failed"
    assert memory_files() == []


def test_threads_share_a_worker(worker: pdfd.Worker) -> None:
    pages: List[int] = []
    threads = [
        threading.Thread(target=lambda: pages.append(worker.result("pdf_info", REPORT)["pages"])) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert pages == [3] * 8


def test_a_killed_pdfd_loses_no_answer() -> None:
    with pdfd.Worker(jobs=1) as worker:
        worker.call("pdf_info", REPORT)
        answers = worker.map("pdf_info", [REPORT] * 200)
        next(answers)
        assert worker._process is not None
        os.kill(worker._process.pid, signal.SIGKILL)
        assert [answer["status"] for answer in answers] == ["succeeded"] * 199


def test_a_call_that_cannot_be_read_is_answered(worker: pdfd.Worker) -> None:
    for text in ("x" * 2_000_000, float("nan"), "\ud800"):
        assert "error" in worker.call("pdf_add_watermark", REPORT, output="none.pdf", text=text)
    assert worker.result("pdf_info", REPORT)["pages"] == 3


def test_a_call_is_repeated_as_often_as_pdfd_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pdfd.Worker(jobs=1) as worker:
        kills = 3
        submit = worker.submit

        def submit_and_kill(tool: str, input: Mapping[str, Any]) -> "Future[pdfd.Answer]":
            nonlocal kills
            future = submit(tool, input)
            if kills > 0:
                kills -= 1
                assert worker._process is not None
                os.kill(worker._process.pid, signal.SIGKILL)
            return future

        monkeypatch.setattr(worker, "submit", submit_and_kill)
        assert worker.call("pdf_info", REPORT)["status"] == "succeeded"
        kills = 3
        assert worker.produce("pdf_rotate_pages", REPORT).startswith(b"%PDF")
        assert kills == 0


def test_a_program_that_ends_by_itself_is_not_started_again() -> None:
    with pdfd.Worker(options=["--none"]) as worker:
        assert worker.call("pdf_info", REPORT)["error"]["detail"] == "pdfd ended with 2 before it answered"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="Windows has no fork")
def test_a_forked_process_starts_its_own_pdfd(worker: pdfd.Worker) -> None:
    worker.result("pdf_info", REPORT.read_bytes())
    child = os.fork()
    if child == 0:
        with worker:
            os._exit(worker.result("pdf_info", REPORT.read_bytes())["pages"])
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
    assert worker.result("pdf_info", REPORT.read_bytes())["pages"] == 3


def long_document(pages: int, lines: int) -> bytes:
    """Pages with lines of about 100 characters, and no cross-reference table."""
    kids = " ".join("%d 0 R" % (3 + 2 * page) for page in range(pages))
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    parts = [
        "%PDF-1.7",
        "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj",
        "2 0 obj << /Type /Pages /Kids [%s] /Count %d /MediaBox [0 0 612 792] >> endobj" % (kids, pages),
    ]
    for page in range(pages):
        words = ["page%d line%d " % (page + 1, line) + "word " * 17 for line in range(lines)]
        text = "BT /F1 9 Tf 12 TL 36 750 Td %s ET" % " ".join("(%s) Tj T*" % word for word in words)
        parts += [
            "%d 0 obj << /Type /Page /Parent 2 0 R /Contents %d 0 R" % (3 + 2 * page, 4 + 2 * page),
            "/Resources << /Font << /F1 %s >> >> >> endobj" % font,
            "%d 0 obj << /Length %d >> stream\n%s\nendstream endobj" % (4 + 2 * page, len(text), text),
        ]
    return "\n".join([*parts, "trailer << /Root 1 0 R >>", "%%EOF"]).encode()


def test_documents_are_read_whole(worker: pdfd.Worker, tmp_path: Path) -> None:
    path = tmp_path / "long.pdf"
    path.write_bytes(long_document(100, 50))
    (answer,) = worker.map("pdf_read_text", [path])
    rows = pdfd.page_rows(answer)
    assert [row["page"] for row in rows] == list(range(1, 101))
    assert sum(len(row["text"]) for row in rows) > 400_000
    assert {(row["path"], row["truncated"]) for row in rows} == {(str(path), False)}
    chunks = pdfd.chunk_rows(worker.call("pdf_extract_structure", path, format="chunks"))
    assert {place["page"] for row in chunks for place in row["pages"]} == set(range(1, 101))
    assert len(worker.result("pdf_search", path, query="line49")["hits"]) == 100


def test_rows_tell_when_a_limit_has_cut_a_document(worker: pdfd.Worker) -> None:
    rows = pdfd.page_rows(worker.call("pdf_read_text", REPORT.read_bytes(), max_chars=100), "report.pdf")
    assert [(row["path"], row["truncated"]) for row in rows] == [("report.pdf", True)]


def test_reaches_only_the_folders_that_are_allowed(tmp_path: Path) -> None:
    with pdfd.Worker(jobs=1, allow_dirs=[str(tmp_path)]) as worker:
        assert worker.call("pdf_info", REPORT)["error"]["code"] == "validation"
        assert worker.result("pdf_info", REPORT.read_bytes())["pages"] == 3


def test_a_copy_in_another_process_starts_its_own_pdfd(worker: pdfd.Worker) -> None:
    copy = pickle.loads(pickle.dumps(worker))
    assert copy._settings == worker._settings
    assert pdfd.shared_worker(jobs=1) is pdfd.shared_worker(jobs=1)


def test_folders_of_killed_processes_are_removed() -> None:
    script = "import pdfd, os, signal; pdfd.Worker().call('pdf_info', b''); os.kill(os.getpid(), signal.SIGKILL)"
    before = set(MEMORY.glob("pdfd-memory-*"))
    subprocess.run([sys.executable, "-c", script], check=False, timeout=30)
    left = set(MEMORY.glob("pdfd-memory-*")) - before
    assert len(left) == 1
    with pdfd.Worker(jobs=1) as worker:
        worker.call("pdf_info", b"")
        assert not left.pop().exists()


TYPES = {"string": str, "large_string": str, "int32": int, "bool": bool, "list<string>": list}


def documented(heading: str) -> List[Tuple[str, str]]:
    text = (CHECKOUT / "docs" / "tables.md").read_text()
    section = text.split("## %s\n" % heading)[1].split("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \| `([^`]+)` \|", section, re.MULTILINE)


@pytest.mark.parametrize(
    "heading, columns", [("Pages", pdfd.PAGE_COLUMNS), ("Chunks", pdfd.CHUNK_COLUMNS)]
)
def test_rows_are_as_documented(worker: pdfd.Worker, heading: str, columns: Dict[str, str]) -> None:
    assert documented(heading) == list(columns.items())
    rows: List[Dict[str, Any]] = []
    documents: List[pdfd.Document] = [REPORT, b"no document"]
    for document in documents:
        if heading == "Pages":
            rows += pdfd.page_rows(worker.call("pdf_read_text", document))
        else:
            answer = worker.call("pdf_extract_structure", document, format="chunks", chunk_chars=200)
            rows += pdfd.chunk_rows(answer)
    *good, bad = rows
    assert len(good) >= 3
    for row in good:
        assert list(row) == list(columns)
        assert row["error"] is None and row["status"] == "succeeded"
        for name, kind in columns.items():
            if name != "error" and kind in TYPES:
                assert type(row[name]) is TYPES[kind], name
    assert bad["error"] == "operation_failed" and bad["text"] is None
    assert bad["sha256"] is not None
    if heading == "Chunks":
        for place in good[0]["pages"]:
            assert type(place["page"]) is int and len(place["bbox"]) == 4
