/** Integrity: the CMS data of a signature, by algorithm and form. */
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../src/core/document-io.ts";
import { openStrictly } from "../../src/document/open.ts";
import { checkSignatures as checkDocument } from "../../src/signatures/check.ts";
import { checkSignatures, contract, signedContract, signer } from "../support/contract.ts";
import { type HashName, identity, type KeyKind, type SignOptions } from "../support/signing.ts";

const check = async (options: Partial<SignOptions> = {}) => {
  const { signatures, all_intact } = await checkSignatures(await signedContract(options));
  return { ...signatures[0], all_intact };
};

describe("an intact signature", () => {
  it.each<[KeyKind, HashName, string]>([
    ["P-256", "SHA-256", "ECDSA P-256 with SHA-256"],
    ["P-384", "SHA-384", "ECDSA P-384 with SHA-384"],
    ["P-521", "SHA-512", "ECDSA P-521 with SHA-512"],
    ["RSA-2048", "SHA-384", "RSA-2048 with SHA-384"],
    ["PSS", "SHA-256", "RSA-PSS-2048 with SHA-256"],
    ["Ed25519", "SHA-512", "Ed25519"],
  ])("is verified with %s and %s", async (kind, hash, algorithm) => {
    const by = await identity({ kind });
    expect(await check({ by, hash })).toMatchObject({
      ...{
        integrity: "intact",
        covers: "file",
        trust: "not_checked",
        algorithm,
        doubts: [],
        all_intact: true,
      },
    });
  });

  it.each<[string, Partial<SignOptions>]>([
    ["detached CMS", { subFilter: "adbe.pkcs7.detached" }],
    ["CAdES", { subFilter: "ETSI.CAdES.detached" }],
    ["no signed attributes", { isBare: true }],
  ])("may have the form: %s", async (_, options) => {
    expect(await check(options)).toMatchObject({ integrity: "intact", all_intact: true });
  });

  it("is a time stamp of the document in the form ETSI.RFC3161", async () => {
    expect(await check({ subFilter: "ETSI.RFC3161", stampTime: "2025-06-01T12:00:00Z" })).toMatchObject({
      ...{ kind: "timestamp", integrity: "intact", timestamp: "2025-06-01T12:00:00Z", all_intact: true },
      timestamp_by: "CN=Signer,O=Test\\, Inc.",
    });
  });

  it("tells the signer, the issuer, and the signature's own claims", async () => {
    const root = await identity({ name: "Root" });
    const by = await identity({
      issuer: root,
      serial: 0xabc,
      from: "2024-01-02T03:04:05Z",
      to: "2031-01-01T00:00:00Z",
    });
    const more = "/Reason(I agree)/Location(Paris)/M(D:20250102030405+01'00')";
    expect(await check({ by, more })).toMatchObject({
      ...{ field: "Signature1", kind: "signature", page: 1, bbox: [72, 352, 272, 392] },
      ...{ signer: "CN=Signer,O=Test\\, Inc.", issuer: "CN=Root,O=Test\\, Inc.", serial: "0abc" },
      ...{ valid_from: "2024-01-02T03:04:05Z", valid_to: "2031-01-01T00:00:00Z" },
      ...{ reason: "I agree", location: "Paris", claimed_time: "2025-01-02T02:04:05Z", changes_after: [] },
    });
  });
});

describe("a weak algorithm is a doubt", () => {
  it.each<[string, () => Promise<Partial<SignOptions>>, string]>([
    ["SHA-1", async () => ({ hash: "SHA-1" }), "SHA-1 is a weak hash"],
    ["a hash of SHA-1 as content", async () => ({ subFilter: "adbe.pkcs7.sha1" }), "SHA-1 is a weak hash"],
    [
      "a short RSA key",
      async () => ({ by: await identity({ kind: "RSA-1024" }) }),
      "an RSA key of 1024 bits is weak",
    ],
  ])("%s", async (_, options, doubt) => {
    expect(await check(await options())).toMatchObject({
      integrity: "intact",
      doubts: [doubt],
      all_intact: false,
    });
  });
});

const changed = (bytes: Uint8Array, from: string, to: string) =>
  Buffer.from(Buffer.from(bytes).toString("latin1").replace(from, to), "latin1");

describe("a signature is not intact", () => {
  it.each<[string, Partial<SignOptions>, string]>([
    ["with signed attributes", {}, "the signed bytes were changed after signing"],
    ["without signed attributes", { isBare: true }, "the signature doesn't match the signed bytes"],
    [
      "with a hash as content",
      { subFilter: "adbe.pkcs7.sha1" },
      "the signed bytes were changed after signing",
    ],
    ["as a time stamp", { subFilter: "ETSI.RFC3161" }, "the stamped bytes were changed"],
  ])("if a signed byte changed: %s", async (_, options, doubt) => {
    const bytes = changed(await signedContract(options), "Pay 100 euros", "Pay 900 euros");
    const { signatures, all_intact } = await checkSignatures(bytes);
    expect([signatures[0]?.integrity, all_intact]).toEqual(["changed", false]);
    expect(signatures[0]?.doubts).toContain(doubt);
  });

  it("if its attributes name another certificate", async () => {
    const signingCertificate = await identity({ name: "Other" });
    expect(await check({ signingCertificate })).toMatchObject({
      ...{ integrity: "changed", doubts: ["the signature names another certificate"] },
    });
    expect(await check({ signingCertificate: await signer() })).toMatchObject({ integrity: "intact" });
  });

  it.each([
    ["no CMS data", "/Contents<3003", "Contents isn't a signature that can be read"],
    [
      "CMS data in the oldest form",
      "/SubFilter/adbe.x509.rsa_sha1",
      "Contents isn't a signature that can be read",
    ],
  ])("if it can't be read: %s", async (_, to, doubt) => {
    const from = to.startsWith("/Contents")
      ? /\/Contents<..../.exec(Buffer.from(await signedContract()).toString("latin1"))?.[0]
      : "/SubFilter/adbe.pkcs7.detached";
    const { signatures, all_intact } = await checkSignatures(changed(await signedContract(), from ?? "", to));
    expect([signatures[0]?.integrity, all_intact]).toEqual(["unreadable", false]);
    expect(signatures[0]?.doubts).toContain(doubt);
  });
});

describe("the oldest form, adbe.x509.rsa_sha1", async () => {
  const by = await identity({ kind: "RSA-2048" });
  const cert = Buffer.from(by.certificate.toSchema(true).toBER()).toString("hex");
  const oldest = { by, subFilter: "adbe.x509.rsa_sha1", more: `/Cert<${cert}>` };

  it.each<[HashName, boolean, string[]]>([
    ["SHA-1", false, ["SHA-1 is a weak hash"]],
    ["SHA-256", true, []],
  ])("is verified with %s", async (hash, all_intact, doubts) => {
    expect(await check({ ...oldest, hash })).toMatchObject({
      ...{ integrity: "intact", algorithm: `RSA-2048 with ${hash}`, covers: "file", all_intact, doubts },
      signer: "CN=Signer,O=Test\\, Inc.",
    });
  });

  it("is changed if a signed byte is", async () => {
    const bytes = changed(await signedContract(oldest), "Pay 100 euros", "Pay 900 euros");
    const { signatures } = await checkSignatures(bytes);
    expect(signatures[0]).toMatchObject({ covers: "file", integrity: "changed" });
  });

  it("can't be read without its certificate", async () => {
    expect(await check({ ...oldest, more: "" })).toMatchObject({
      ...{ integrity: "unreadable", doubts: ["the signer's certificate isn't in the signature"] },
    });
  });
});

it("is left out, and named, if the call has no work left for it", async () => {
  const source = sourceOf(await signedContract());
  const found = async (left: number) => {
    const options = {
      trusted: [],
      draw: () => Promise.reject(new Error("nothing is drawn")),
      work: { left },
    };
    const [first] = await checkDocument(source, openStrictly(source), options);
    return [first?.judged.integrity, first?.judged.doubts];
  };
  expect(await found(2_100_000)).toEqual(["intact", []]);
  const doubts = ["the file has too much to check: this was left out"];
  expect(await found(2_020_000)).toEqual(["unreadable", doubts]);
});

describe("a time stamp of the signature", () => {
  it("is given if its imprint and its own signature are right", async () => {
    const stampedBy = await identity({ name: "Stamper" });
    expect(await check({ stampedBy, stampTime: "2025-03-04T05:06:07Z" })).toMatchObject({
      ...{ timestamp: "2025-03-04T05:06:07Z", timestamp_by: "CN=Stamper,O=Test\\, Inc.", doubts: [] },
    });
  });

  it("is left out and named in doubts if it is about something else", async () => {
    const found = await check({ stampedBy: await identity(), stamped: new Uint8Array(3) });
    expect(found).not.toHaveProperty("timestamp");
    expect(found).toMatchObject({
      integrity: "intact",
      doubts: ["the time stamp: the stamped bytes were changed"],
    });
  });
});

it("answers with an empty list if nothing is signed", async () => {
  expect(await checkSignatures(contract)).toEqual({ signatures: [], all_intact: false });
});
