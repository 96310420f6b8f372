// BullMQ on Redis: node queue-left.mjs ends with 0 when no call waits or runs, and with 1 otherwise; it prints calls that failed.
import { Queue } from "bullmq";

const queue = new Queue("pdfd", { connection: { url: process.env.REDIS_URL ?? "redis://127.0.0.1:6379" } });
const { failed, completed, ...open } = await queue.getJobCounts();
for (const job of await queue.getFailed()) console.error(`${JSON.stringify(job.data)}: ${job.failedReason}`);
await queue.close();
process.exit(Object.values(open).some((count) => count > 0) ? 1 : 0);
