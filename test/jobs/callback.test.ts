import { describe, expect, it } from "vitest";
import { checkCallbackUrl } from "../../src/jobs/callback.ts";

const allowed = new Set(["https://a.example", "http://rebind.test:9000"]);
const check = (text: string) => checkCallbackUrl(text, allowed).href;

describe("callback addresses", () => {
  it.each([
    ["http://127.0.0.1:9000/hook", "http://127.0.0.1:9000/hook"],
    ["http://localhost/hook?x=1", "http://localhost/hook?x=1"],
    ["https://localhost:8443", "https://localhost:8443/"],
    ["http://[::1]:9000/", "http://[::1]:9000/"],
    ["HTTP://LOCALHOST/", "http://localhost/"],
    ["http://127.1/", "http://127.0.0.1/"],
    ["http://2130706433/", "http://127.0.0.1/"],
    ["http://0x7f000001/", "http://127.0.0.1/"],
    ["http://0177.0.0.1/", "http://127.0.0.1/"],
    ["http://127.0.0.1./", "http://127.0.0.1/"],
    ["http://①②⑦.⓪.⓪.①/", "http://127.0.0.1/"],
    ["http://localhost/x#part", "http://localhost/x"],
    ["https://A.EXAMPLE:443/x", "https://a.example/x"],
    ["http://rebind.test:9000/", "http://rebind.test:9000/"],
    ["http://localhost/a@b", "http://localhost/a@b"],
  ])("accepts %s as %s", (text, normal) => {
    expect(check(text)).toBe(normal);
  });

  it.each([
    "http://169.254.169.254/",
    "http://10.9.9.9/",
    "http://[fd00::9]/",
    "https://evil.example/",
    "http://localhost@evil.example/",
    "http://evil.example#localhost",
    "http://localhost.evil.example/",
    "http://localhost%2eevil.example/",
    "http://user@localhost/",
    "http://:p@localhost/",
    "http://@localhost/",
    "http:user@localhost/",
    "http:\\\\localhost\\@evil.example/",
    "http://127.0.0.2/",
    "http://0.0.0.0/",
    "http://0/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://localhost./",
    "http://foo.localhost/",
    "http://[::1%25lo]/",
    "file:///etc/passwd",
    "ftp://localhost/",
    "ws://localhost/",
    "javascript:alert(1)",
    "//localhost",
    "localhost:80",
    "http://local\thost/",
    "http://localhost/\n",
    " http://localhost/",
    "http://localhost/\ud800",
    "http://localhost:0/",
    "http://localhost:65536/",
    "http://a.example/",
    "https://a.example:8443/",
    "https://a.example.evil/",
    `http://localhost/${"x".repeat(2048)}`,
    "",
  ])("refuses %s", (text) => {
    expect(() => check(text)).toThrow(
      expect.objectContaining({
        code: "validation",
        errors: [expect.objectContaining({ field: "callback_url" })],
      }),
    );
  });

  it("accepts 2,048 characters", () => {
    const text = `http://localhost/${"x".repeat(2048 - 17)}`;
    expect(text).toHaveLength(2048);
    expect(check(text)).toBe(text);
  });
});
