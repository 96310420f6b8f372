/** Standard Webhooks signatures: HMAC-SHA256 over id, timestamp and the exact body, by Web Crypto. */

/** What one delivery attempt is signed with. */
export interface Signer {
  /** The `webhook-signature` value, `v1,<base64>`. `timestamp` is Unix time in seconds; `body` the bytes as sent. */
  sign(id: string, timestamp: number, body: Uint8Array): Promise<string>;
}

/** A signer for a key: the bytes of the secret behind `whsec_`, base64-decoded. */
export function createSigner(key: Uint8Array): Signer {
  const imported = crypto.subtle.importKey(
    "raw",
    new Uint8Array(key),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return {
    async sign(id, timestamp, body) {
      const head = new TextEncoder().encode(`${id}.${timestamp}.`);
      const signed = new Uint8Array(head.length + body.length);
      signed.set(head);
      signed.set(body, head.length);
      const mac = new Uint8Array(await crypto.subtle.sign("HMAC", await imported, signed));
      return `v1,${btoa(String.fromCharCode(...mac))}`;
    },
  };
}
