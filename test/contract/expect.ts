/** Checks for every answer of the contract, and the folders as seen from outside. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Answer } from "./client.ts";
import { runsWhole, type Service, type StartOptions, type Target } from "./target.ts";

/** One service for all tests of a `describe`; call the returned function inside a test. */
export function sharedService(target: Target, options: StartOptions = {}): () => Service {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await target.start(options);
  });
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]();
  });
  return () => {
    if (!service) throw new Error("the service is started before the tests, not while they are collected");
    return service;
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Expects 200 with a JSON body, and returns it. */
export function expectOk(answer: Answer): Record<string, unknown> {
  expect(answer.text.slice(0, 2000) && answer.status, answer.text.slice(0, 2000)).toBe(200);
  expect(answer.headers["content-type"]).toMatch(/^application\/json\b/);
  expect(answer.headers["x-request-id"]).toMatch(uuid);
  return expectObject(answer.body);
}

export function expectObject(value: unknown): Record<string, unknown> {
  expect(value).toBeTypeOf("object");
  expect(value).not.toBeNull();
  return { ...Object(value) };
}

/** Expects an RFC 9457 problem with this status and code, all fields, and this faulty field if given. */
export function expectProblem(answer: Answer, status: number, code: string, field?: string): string {
  const problem = expectObject(answer.body);
  expect([answer.status, problem.code], answer.text.slice(0, 500)).toEqual([status, code]);
  expect(answer.headers["content-type"]).toMatch(/^application\/problem\+json\b/);
  expect(problem.status).toBe(status);
  expect(problem.type).toBe(`urn:service:problem:${code}`);
  expect(problem.title).toBe(titles[code]);
  expect(problem.request_id).toMatch(uuid);
  expect(problem.request_id).toBe(answer.headers["x-request-id"]);
  expect(problem.instance).toBe(`urn:service:request:${problem.request_id}`);
  expect(problem.detail).toBeTypeOf("string");
  expect(answer.text).not.toMatch(/\n\s+at |\.ts:\d+|\.js:\d+/);
  if (field !== undefined) {
    expect(problem.errors, answer.text.slice(0, 500)).toEqual(
      expect.arrayContaining([{ field, message: expect.stringMatching(/\S/) }]),
    );
  }
  return String(problem.detail);
}

/** Each code has one title. */
const titles: Readonly<Record<string, string>> = {
  bad_request: "Malformed request",
  unauthorized: "Authentication required",
  forbidden: "Request not allowed",
  not_found: "Resource not found",
  method_not_allowed: "Method not allowed",
  conflict: "Output already exists",
  payload_too_large: "Request body too large",
  unsupported_media_type: "Unsupported media type",
  validation: "Invalid input",
  operation_failed: "Operation failed",
  too_many_jobs: "Too many jobs",
  busy: "Too many tool calls",
  internal: "Internal error",
};

/** Every name below a folder with a file's digest or a link's target. */
export function snapshot(folder: string, below = ""): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(join(folder, below)).flatMap((name): [string, string][] => {
      const path = join(below, name);
      const stat = lstatSync(join(folder, path));
      if (stat.isDirectory()) return [[path, "folder"], ...Object.entries(snapshot(folder, path))];
      if (stat.isSymbolicLink()) return [[path, `link to ${readlinkSync(join(folder, path))}`]];
      if (!stat.isFile()) return [[path, "special"]];
      return [
        [
          path,
          createHash("sha256")
            .update(readFileSync(join(folder, path)))
            .digest("hex"),
        ],
      ];
    }),
  );
}

/** Runs a call that must leave every folder unchanged, without temporary files. */
export async function expectNothingWritten<T>(service: Service, run: () => Promise<T>): Promise<T> {
  const before = snapshot(service.folders.root);
  const result = await run();
  expect(snapshot(service.folders.root)).toEqual(before);
  return result;
}

/** Declares tests of what depends on no runtime: they run with the form that is tried whole. */
export const inOneForm =
  (target: Target) =>
  (name: string, test: () => Promise<void> | void): void => {
    if (runsWhole(target)) it(name, test);
  };
