/** The options of `createApp`: faults are reported by option name before anything starts. */
import { describe, expect, it } from "vitest";
import { type AppOptions, createApp } from "../../src/index.ts";

const wrong: readonly (readonly [string, AppOptions, string])[] = [
  ["no folder", { allowDirs: [] }, "allowDirs must name a folder"],
  ["an empty folder", { allowDirs: [""] }, 'allowDirs "" is not a folder'],
  [
    "a folder that does not exist",
    { allowDirs: ["/nowhere/at/all"] },
    'createApp: allowDirs: the allowed folder "/nowhere/at/all" does not exist',
  ],
  ["a short token", { allowDirs: ["."], token: "short" }, "token has 5 characters; it needs at least 32"],
  ["a malformed secret", { allowDirs: ["."], webhookSecret: "x" }, "webhookSecret is malformed"],
  ["a path as an origin", { allowDirs: ["."], allowOrigins: ["https://a.example/b"] }, "allowOrigins"],
  ["an origin without a scheme", { allowDirs: ["."], webhookAllow: ["a.example"] }, "webhookAllow"],
  ["no time", { allowDirs: ["."], deadline: 0 }, 'deadline "0" is not a time'],
  ["no time for offices", { allowDirs: ["."], officeDeadline: -1 }, 'officeDeadline "-1" is not a time'],
  ["a relative program", { allowDirs: ["."], soffice: "soffice" }, "soffice"],
  [
    "a folder of fonts that is not there",
    { allowDirs: ["."], fontDirs: ["/nowhere/at/all"] },
    'fontDirs "/nowhere/at/all" is not a folder',
  ],
  [
    "a model server elsewhere",
    { allowDirs: ["."], modelEndpoint: "http://a.example" },
    'modelEndpoint "http://a.example" is not on this computer',
  ],
  ["no time for pages", { allowDirs: ["."], pageDeadline: 0 }, 'pageDeadline "0" is not a time'],
  ["an address as a host", { allowDirs: ["."], hosts: ["http://a.example"] }, "hosts must name hosts"],
  ["an address as a base path", { allowDirs: ["."], basePath: "http://a.example/pdfs" }, "basePath must be"],
  ["a relative base path", { allowDirs: ["."], basePath: "pdfs" }, "basePath must be"],
  ["no hosts", { allowDirs: ["."], hosts: [] }, "hosts must name hosts"],
];

describe("createApp", () => {
  it.each(wrong)("refuses %s", (_, options, message) => {
    expect(() => createApp(options)).toThrow(TypeError);
    expect(() => createApp(options)).toThrow(message);
    expect(() => createApp(options)).not.toThrow(/--|SERVICE_/);
  });

  it("refuses missing and unknown options", () => {
    const untyped: (options?: unknown) => unknown = Object(createApp);
    for (const options of [undefined, null, "/srv"])
      expect(() => untyped(options)).toThrow(/createApp: needs options, such as \{ allowDirs/);
    expect(() => untyped({ allowDirs: ["."], allowdirs: [] })).toThrow(
      'createApp: unknown option "allowdirs"; did you mean allowDirs?',
    );
  });

  it("refuses invalid calls like the service does", async () => {
    const app = createApp({ allowDirs: ["examples"] });
    try {
      await expect(app.call("pdf_info", {})).rejects.toMatchObject({
        code: "validation",
        errors: [{ field: "input" }],
      });
      await expect(app.call("pdf_nothing", {})).rejects.toMatchObject({ code: "not_found" });
    } finally {
      await app.close();
    }
  });

  it("refuses times that aren't numbers", () => {
    const untyped: (options?: unknown) => unknown = Object(createApp);
    for (const deadline of ["5", null, true])
      expect(() => untyped({ allowDirs: ["examples"], deadline })).toThrow(
        new TypeError("createApp: deadline must be a number of seconds"),
      );
  });
});
