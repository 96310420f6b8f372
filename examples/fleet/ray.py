"""Ray Data: runs the calls of calls.jsonl in batches and writes the answers to answers/. Not tested. The cluster's computers must share the folder."""
import subprocess
import tempfile

import ray


def run(batch):
    with tempfile.NamedTemporaryFile() as answers:
        command = ["pdfd", "--jsonl", "--whole", "--resume", answers.name]
        calls = "".join(f"{line}\n" for line in batch["text"])
        done = subprocess.run(command, input=calls, stdout=subprocess.PIPE, text=True)
    if done.returncode > 1:
        raise RuntimeError(f"pdfd ended with {done.returncode}")  # Ray reruns the batch.
    return {"answer": done.stdout.splitlines()}


calls = ray.data.read_text("calls.jsonl")
calls.map_batches(run, batch_size=1000, batch_format="numpy").write_json("answers")
