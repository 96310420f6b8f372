"""npm run fleet:dask: examples/fleet/dask_read.py on three workers that are killed in the middle; every row must be there.

Needs Debian's python3-distributed, dist/pdfd and the pure wheel. Options: --documents <n, 2000>, --kills <n, 12>.
"""

import argparse
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
WORKERS = 3


def pages_of(k):
    """From 1 to 5 pages; every 200th document has 300, which together are longer than any answer's limit."""
    return 300 if k % 200 == 100 else 1 + k % 5


def text_of(k, page):
    line = "document %d page %d" % (k, page)
    return line if pages_of(k) < 300 else line + " word" * 160


def document(k):
    """A PDF whose text names the document and the page."""
    count = pages_of(k)
    objects = ["<</Type/Catalog/Pages 2 0 R>>", ""]
    for page in range(1, count + 1):
        text = "BT /F1 2 Tf 36 700 Td (%s) Tj ET" % text_of(k, page)
        objects.append(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents %d 0 R"
            "/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>" % (len(objects) + 2)
        )
        objects.append("<</Length %d>>stream\n%s\nendstream" % (len(text), text))
    kids = " ".join("%d 0 R" % (3 + 2 * page) for page in range(count))
    objects[1] = "<</Type/Pages/Count %d/Kids[%s]>>" % (count, kids)
    data = b"%PDF-1.7\n"
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += ("%d 0 obj\n%s\nendobj\n" % (number, body)).encode()
    rows = "".join("%010d 00000 n \n" % place for place in places)
    tail = "xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n"
    return data + (tail % (len(places) + 1, rows, len(places) + 1, len(data))).encode()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def run(root, documents, kills, chance):
    pure = next((CHECKOUT / "dist" / "python").glob("*-none-any.whl"))
    environment = {
        **os.environ,
        "PYTHONPATH": str(pure),
        "PDFD_PROGRAM": str(CHECKOUT / "dist" / "pdfd"),
        # By default, a batch fails when three of its workers have ended.
        "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1000",
    }
    quiet = {"env": environment, "cwd": root, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    folder = root / "documents"
    folder.mkdir()
    for k in range(documents):
        (folder / ("%d.pdf" % k)).write_bytes(document(k))
    port = free_port()
    address = "tcp://127.0.0.1:%d" % port
    scheduler = subprocess.Popen(
        ["dask-scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show"], **quiet
    )

    def start_worker():
        return subprocess.Popen(["dask-worker", address, "--nthreads", "1", "--no-nanny", "--no-dashboard"], **quiet)

    workers = [start_worker() for _ in range(WORKERS)]
    began = time.monotonic()
    script = CHECKOUT / "examples" / "fleet" / "dask_read.py"
    output = root / "rows.jsonl"
    client = subprocess.Popen([sys.executable, script, address, folder, output], env=environment, cwd=root)
    killed = Counter()
    try:
        while client.poll() is None:
            time.sleep(chance.uniform(0.2, 1.5))
            # The first rows show that the workers have begun.
            if sum(killed.values()) < kills and output.exists() and output.stat().st_size > 0:
                victim = chance.randrange(WORKERS)
                readers = subprocess.run(
                    ["pgrep", "-P", str(workers[victim].pid), "-x", "pdfd"], capture_output=True, text=True
                ).stdout.split()
                if readers and chance.random() < 0.3:
                    os.kill(int(readers[0]), signal.SIGKILL)
                    killed["pdfd"] += 1
                else:
                    workers[victim].kill()
                    killed["worker"] += 1
            for k, worker in enumerate(workers):
                if worker.poll() is not None:
                    workers[k] = start_worker()
    finally:
        for process in [client, *workers, scheduler]:
            process.kill()
            process.wait()
    seconds = time.monotonic() - began
    if client.returncode != 0:
        raise SystemExit("the client ended with %d" % client.returncode)
    return output, killed, seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=12)
    options = parser.parse_args()
    root = Path(tempfile.mkdtemp(prefix="pdfd-dask-"))
    try:
        output, killed, seconds = run(root, options.documents, options.kills, random.Random(20261126))
        with open(output) as lines:
            rows = Counter(
                (Path(row["path"]).stem, row["page"], row["text"], row["status"]) for row in map(json.loads, lines)
            )
    finally:
        shutil.rmtree(root)
    expected = Counter(
        (str(k), page, text_of(k, page), "succeeded")
        for k in range(options.documents)
        for page in range(1, 1 + pages_of(k))
    )
    missing, extra = expected - rows, rows - expected
    print(
        "%d documents, %d rows in %.0f s by %d workers; killed: %d workers, %d pdfd; %d rows missing, %d wrong or twice"
        % (
            options.documents,
            sum(rows.values()),
            seconds,
            WORKERS,
            killed["worker"],
            killed["pdfd"],
            sum(missing.values()),
            sum(extra.values()),
        )
    )
    if missing or extra:
        raise SystemExit("for example %s" % list((missing + extra).items())[:3])


main()
