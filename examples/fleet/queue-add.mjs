// BullMQ on Redis: node queue-add.mjs < calls.jsonl; each call is a job of the queue "pdfd".
import { createInterface } from "node:readline";
import { Queue } from "bullmq";

const connection = { url: process.env.REDIS_URL ?? "redis://127.0.0.1:6379" };
const queue = new Queue("pdfd", { connection });
for await (const line of createInterface({ input: process.stdin }))
  await queue.add("call", JSON.parse(line), { attempts: 20, backoff: { type: "fixed", delay: 200 } });
await queue.close();
