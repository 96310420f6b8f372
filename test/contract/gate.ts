/**
 * Tests the gate and request bodies over raw sockets, for any form of the program. The service needs the tools pdf_info
 * and pdf_rotate_pages, a file ok.pdf in its first folder, and `allowedOrigin`.
 */
import { describe } from "vitest";
import { gateBodies } from "./gate-bodies.ts";
import { gateChecks } from "./gate-checks.ts";
import { gateMessages } from "./gate-messages.ts";
import { createWire, type GateService } from "./wire.ts";

export { allowedOrigin, type GateService } from "./wire.ts";

export function gateContract(start: () => Promise<GateService>): void {
  describe("the gate", () => {
    const wire = createWire(start);
    gateChecks(wire);
    gateMessages(wire);
    gateBodies(wire);
  });
}
