/** Trust in the signer's certificate, only by certificates that the caller gives. */
import { describe, expect, it } from "vitest";
import { checkSignatures, signedContract } from "../support/contract.ts";
import { callOrError } from "../support/run-tool.ts";
import { type Identity, identity, type SignOptions } from "../support/signing.ts";

const trustOf = async (options: Partial<SignOptions>, trusted: readonly (Identity | Uint8Array)[]) => {
  const files = Object.fromEntries(
    trusted.map((one, k) => [`${k}.pem`, one instanceof Uint8Array ? one : one.pem]),
  );
  const { signatures } = await checkSignatures(
    await signedContract(options),
    { trust: Object.keys(files) },
    files,
  );
  return signatures[0]?.trust;
};
const derOf = ({ certificate }: Identity) => new Uint8Array(certificate.toSchema(true).toBER());

describe("a certificate", async () => {
  const root = await identity({ name: "Root" });
  const middle = await identity({ name: "Middle", issuer: root, isAuthority: true });
  const noAuthority = await identity({ name: "Nobody", issuer: root, isAuthority: false });
  const leaf = await identity({ issuer: middle });
  const old = await identity({ issuer: root, from: "2020-01-01T00:00:00Z", to: "2021-01-01T00:00:00Z" });
  const stamper = await identity({ name: "Stamper", issuer: root });
  const other = await identity({ name: "Root" });
  const constrained = await identity({ issuer: root, critical: ["2.5.29.30"] });
  const both = Buffer.concat([other.pem, root.pem]);

  it.each<[string, string, Partial<SignOptions>, readonly (Identity | Uint8Array)[]]>([
    ["trusted", "by its authority", { by: middle }, [root]],
    ["trusted", "by a chain with what the signature has", { by: leaf, chain: [middle] }, [root]],
    ["trusted", "by itself", { by: leaf }, [leaf]],
    ["trusted", "by a file in DER", { by: middle }, [derOf(root)]],
    ["trusted", "by the second certificate of a file", { by: middle }, [both]],
    [
      "trusted",
      "at the time of a checked time stamp",
      { by: old, stampedBy: stamper, stampTime: "2020-06-01T00:00:00Z" },
      [root],
    ],
    ["expired", "without a time stamp", { by: old }, [root]],
    ["expired", "at the time of a later time stamp", { by: old, stampedBy: stamper }, [root]],
    ["untrusted", "without the certificate between", { by: leaf }, [root]],
    ["untrusted", "by another authority of that name", { by: middle }, [other]],
    [
      "untrusted",
      "if one that is no authority is between",
      { by: await identity({ issuer: noAuthority }), chain: [noAuthority] },
      [root],
    ],
    ["untrusted", "with constraints that aren't understood", { by: constrained }, [root]],
    ["not_checked", "without certificates to trust", { by: leaf, chain: [middle] }, []],
  ])("is %s %s", async (verdict, _, options, trusted) => {
    expect(await trustOf(options, trusted)).toBe(verdict);
  });

  it("of a time stamp that isn't trusted is a doubt", async () => {
    const bytes = await signedContract({ by: middle, stampedBy: other });
    const { signatures } = await checkSignatures(bytes, { trust: ["root.pem"] }, { "root.pem": root.pem });
    expect(signatures[0]?.doubts).toEqual(["the time stamp: its signer isn't trusted"]);
  });

  it.each([
    ["no certificate", Buffer.from("hello")],
    ["too large", new Uint8Array(1_000_001)],
  ])("file is refused on its own field: %s", async (_, bytes) => {
    const files = { "a.pdf": await signedContract(), "good.pem": root.pem, "bad.pem": bytes };
    const { error } = await callOrError(
      "pdf_check_signatures",
      { input: "a.pdf", trust: ["good.pem", "bad.pem"] },
      files,
    );
    expect(error).toMatchObject({ code: "validation", errors: [{ field: "trust[1]" }] });
  });
});
