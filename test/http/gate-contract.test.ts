/** The contract of the gate against the listener in this process, with times short enough to wait for. */
import { gateContract } from "../contract/gate.ts";
import { startTestService } from "./service.ts";

const times = { headMs: 600, bodyMs: 500 };

gateContract(async () => {
  const service = await startTestService({ limits: { ...times, sweepMs: 50 } });
  return { ...service, times };
});
