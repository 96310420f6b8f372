/** Real signatures, made with openssl and judged by poppler's pdfsig. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withFile } from "./run-tool.ts";

/** The maximum number of a signature's digits. */
const digits = 8000;
const place = "9999999999";

/** The entry of a signature field, which `sign` completes; `more` are additional entries of the signature. */
export const unsignedValue = (more: string): string =>
  `/V<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/adbe.pkcs7.detached${more}` +
  `/ByteRange[0 ${place} ${place} ${place}]/Contents<${"0".repeat(digits)}>>>`;

/** Signs a document whose signature is all zeros. */
export function sign(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes);
  const start = file.indexOf(`<${"0".repeat(digits)}>`);
  const end = start + digits + 2;
  const range = [0, start, end, file.length - end].map((number, k) => (k === 0 ? "0" : pad(number)));
  file.write(`[${range.join(" ")}]`, file.indexOf(`[0 ${place}`), "latin1");
  const signature = detached(Buffer.concat([file.subarray(0, start), file.subarray(end)]));
  file.write(signature.toString("hex"), start + 1, "latin1");
  return file;
}

const pad = (number: number) => String(number).padStart(place.length, "0");

function detached(data: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-sign-"));
  const openssl = (...args: readonly string[]) =>
    execFileSync("openssl", args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  try {
    writeFileSync(join(folder, "data"), data);
    openssl(..."req -x509 -newkey rsa:1024 -nodes -keyout key -out cert -days 9 -subj /CN=Test".split(" "));
    return openssl(
      ..."cms -sign -binary -in data -signer cert -inkey key -outform DER -md sha256".split(" "),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The verdict of pdfsig on the signature: whether it matches the bytes that it covers. */
export function pdfsig(bytes: Uint8Array): string {
  return withFile(bytes, (path) => spawnSync("pdfsig", ["-nocert", path]).stdout.toString());
}
