/** The gate contract, run against the listener in this process with timeouts short enough for a test. */
import { gateContract } from "../contract/gate.ts";
import { heldConnections } from "../contract/gate-held.ts";
import { startTestService } from "./service.ts";

const times = { headMs: 600, bodyMs: 500 };

const start = async () => ({
  ...(await startTestService({ limits: { ...times, sweepMs: 50 } })),
  times,
});
const testHeld = heldConnections(start);
gateContract(start);
testHeld();
