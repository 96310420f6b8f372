// BullMQ on Redis: node queue-worker.mjs, as many as there are cores, each restarted when it ends. A call of a worker that was
// killed comes back as a stalled job, and another worker makes it again: with --resume it finds what was written.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { UnrecoverableError, Worker } from "bullmq";

const connection = { url: process.env.REDIS_URL ?? "redis://127.0.0.1:6379", maxRetriesPerRequest: null };
// Answers of its own: each job is to be answered, whatever was answered before.
const answersFile = `answers-${process.pid}-${Date.now()}.jsonl`;
const pdfd = spawn("pdfd", ["--jsonl", "--resume", answersFile], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: pdfd.stdout })[Symbol.asyncIterator]();

const worker = new Worker(
  "pdfd",
  async ({ data }) => {
    pdfd.stdin.write(`${JSON.stringify(data)}\n`);
    const { value, done } = await answers.next();
    if (done) throw new Error("pdfd has ended");
    const answer = JSON.parse(value);
    if (answer.status !== "failed") return answer;
    if (answer.retryable) throw new Error(answer.error.detail);
    throw new UnrecoverableError(answer.error.detail);
  },
  { connection, concurrency: 1, lockDuration: 5000, stalledInterval: 2000, maxStalledCount: 20 },
);
pdfd.stdin.on("error", () => {});
process.once("SIGTERM", () => pdfd.kill("SIGTERM"));
await once(pdfd, "exit");
// A job that ran fails, and is tried again by whoever takes it.
await worker.close();
process.exit(1);
