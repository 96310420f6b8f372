/** high_accuracy through a model server of the user's own; here, one that returns what the test dictates. */
import { createServer, type ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callTool } from "./client.ts";
import { expectOk, expectProblem } from "./expect.ts";
import { lightPage, writeGreyPdfs } from "./reading-pages.ts";
import type { Service, Target } from "./target.ts";

/** A request that the server received. */
interface Asked {
  readonly path: string;
  readonly body: {
    readonly model: string;
    readonly temperature: number;
    readonly messages: readonly {
      readonly content: readonly { readonly image_url?: { readonly url: string } }[];
    }[];
  };
}

export function readingServer(target: Target): void {
  describe("high_accuracy through a model server", () => {
    let answer: (response: ServerResponse) => void = () => {};
    let asked: Asked[] = [];
    let gone = 0;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        asked.push({ path: request.url ?? "", body: JSON.parse(Buffer.concat(parts).toString()) });
        answer(response);
      });
      response.on("close", () => {
        if (!response.writableFinished) gone += 1;
      });
    });
    let service: Service;
    beforeAll(async () => {
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      service = await target.start({
        flags: ["--model-endpoint", endpoint()],
        environment: {
          PDFD_DATA_DIR: "/nowhere",
          PDFD_OCR_ENDPOINT_MODEL_4B: "my-large-model",
          HTTP_PROXY: "http://127.0.0.1:9",
        },
      });
      writeGreyPdfs(service.folders.allowed);
    });
    afterAll(async () => {
      await service[Symbol.asyncDispose]();
      server.closeAllConnections();
      server.close();
    });
    const endpoint = () => {
      const address = server.address();
      return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v1/`;
    };
    const read = (input: object = {}, signal?: AbortSignal) => {
      asked = [];
      const call = { input: "light.pdf", high_accuracy: true, ...input };
      return callTool(service, "pdf_read_text", call, signal);
    };
    const json = (status: number, body: unknown) => (response: ServerResponse) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    const completion = (content: unknown, finish_reason = "stop") =>
      json(200, { choices: [{ message: { role: "assistant", content }, finish_reason }] });

    it("sends the page as an image and cleans up the answer", async () => {
      answer = completion(`<think>hm</think>\n\`\`\`markdown\n${lightPage}\n\`\`\``);
      expect(expectOk(await read()).pages).toEqual([{ page: 1, text: lightPage }]);
      expect(asked).toMatchObject([
        { path: "/v1/chat/completions", body: { model: "qwen3.5:0.8b", temperature: 0, stream: false } },
      ]);
      const url = asked[0]?.body.messages[0]?.content.find((part) => part.image_url)?.image_url?.url ?? "";
      const [head = "", data = ""] = url.split(",");
      expect(head).toBe("data:image/png;base64");
      const png = Buffer.from(data, "base64");
      expect(png.subarray(1, 4).toString()).toBe("PNG");
      // 420 × 595 points at 150 dots per inch, in steps of 32 pixels.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([864, 1248]);
      expectOk(await read({ model: "4b" }));
      expect(asked[0]?.body.model).toBe("my-large-model");
    });

    it("reports a truncated answer", async () => {
      answer = completion("Anfang", "length");
      const result = expectOk(await read());
      expect(result).toMatchObject({
        pages: [{ text: "Anfang" }],
        warnings: [/page 1/].map((line) => expect.stringMatching(line)),
      });
    });

    it.each([
      [
        "an error with words",
        json(404, { error: { message: "model 'x'\nnot found" } }),
        /answered 404: model 'x' not found$/,
      ],
      ["an error without", json(503, "busy"), /answered 503$/],
      ["no JSON", json(200, "<html>"), /something other than a chat completion$/],
      ["another JSON", json(200, { choices: [] }), /something other than a chat completion$/],
      ["no text", completion(null), /something other than a chat completion$/],
      ["a redirect", json(302, ""), /answered 302$/],
      ["far too much", completion("x".repeat(1_100_000)), /answered with too much text$/],
      [
        "half an answer",
        (response: ServerResponse) => {
          response.writeHead(200, { "content-length": "1000" });
          response.write("{", () => response.destroy());
        },
        /cut off its answer|could not be reached/,
      ],
      ["nothing", (response: ServerResponse) => void response.destroy(), /could not be reached|cut off/],
    ])("answers 422 if the server returns %s", async (_, how, message) => {
      answer = how;
      expect(expectProblem(await read(), 422, "operation_failed")).toMatch(message);
    });

    it("aborts the request when the client disconnects", async () => {
      const leaving = new AbortController();
      const before = gone;
      answer = () => leaving.abort();
      await expect(read({}, leaving.signal)).rejects.toThrow();
      await expect.poll(() => gone, { timeout: 60_000 }).toBe(before + 1);
    });

    it("answers 422 if the server isn't running", async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      const detail = expectProblem(await read(), 422, "operation_failed");
      expect(detail).toMatch(/^No model server responds at http:\/\/127\.0\.0\.1:\d+: start it/);
    });
  });
}
