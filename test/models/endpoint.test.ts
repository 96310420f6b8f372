/** The user's own model server: behavior too slow for the contract tests. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { createEndpointEngine } from "../../src/models/reading/endpoint.ts";
import { fakeTimers } from "../run/fake-timers.ts";

it("gives up on a page that isn't answered within its deadline, and closes the connection", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const asked = new Promise<ServerResponse>((resolve) => {
    server.on("request", (request, response) => request.resume().on("end", () => resolve(response)));
  });
  const address = server.address();
  const timers = fakeTimers();
  using engine = createEndpointEngine({
    endpoint: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    models: { "0.8b": "small", "4b": "large" },
    pageDeadlineMs: 12_000,
    timers,
  });
  const reading = engine.read({ model: "0.8b", png: "", page: 3 }, undefined);
  const gone = once(await asked, "close");
  timers.pass(12_000);
  await expect(reading).rejects.toThrow(/^Page 3 took longer than 12 seconds to read with the model 0.8b/);
  await gone;
  server.close();
});
