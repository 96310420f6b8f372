/** Real signatures, made with openssl and judged by poppler's pdfsig. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";
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

/** A private key and its certificate, made once. */
let identity: { readonly key: Buffer; readonly cert: Buffer } | undefined;

function detached(data: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "pdfd-sign-"));
  const at = (name: string) => join(folder, name);
  const openssl = (command: string) => {
    const { status, stdout, stderr } = runProgram("openssl", command.split(" "));
    if (status !== 0) throw new Error(stderr.toString());
    return stdout;
  };
  try {
    if (!identity) {
      openssl(
        `req -x509 -newkey rsa:1024 -nodes -keyout ${at("key")} -out ${at("cert")} -days 9 -subj /CN=Test`,
      );
      identity = { key: readFileSync(at("key")), cert: readFileSync(at("cert")) };
    }
    writeFileSync(at("key"), identity.key);
    writeFileSync(at("cert"), identity.cert);
    writeFileSync(at("data"), data);
    const sign = "cms -sign -binary -outform DER -md sha256";
    return openssl(`${sign} -in ${at("data")} -signer ${at("cert")} -inkey ${at("key")}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The verdict of pdfsig on the signature: whether it matches the bytes that it covers. */
export function pdfsig(bytes: Uint8Array): string {
  return withFile(bytes, (path) => runProgram("pdfsig", ["-nocert", path]).stdout.toString());
}
