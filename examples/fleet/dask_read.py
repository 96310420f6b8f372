"""Dask distributed: the text of a folder's documents, as JSON lines with a row for each page.

python dask_read.py <scheduler> <folder> <rows.jsonl>; the workers need the package pdfd.
"""

import json
import sys
from pathlib import Path

from distributed import Client, as_completed

import pdfd


def read(paths):
    # From S3 the engine's own reader gives the bytes: [s3.cat_file(path) for path in paths].
    documents = [Path(path).read_bytes() for path in paths]
    answers = pdfd.shared_worker(jobs=1).map("pdf_read_text", documents)
    return [row for path, answer in zip(paths, answers) for row in pdfd.page_rows(answer, path)]


def main(scheduler, folder, output):
    paths = sorted(str(path) for path in Path(folder).glob("*.pdf"))
    batches = [paths[start : start + 50] for start in range(0, len(paths), 50)]
    with Client(scheduler) as client, open(output, "w") as out:
        # Dask runs the batches of a killed worker again. Nothing is written before a batch is complete.
        for _, rows in as_completed(client.map(read, batches), with_results=True):
            out.writelines(json.dumps(row) + "\n" for row in rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
