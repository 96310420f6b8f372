/** Standard Webhooks signatures: HMAC-SHA256 over id, timestamp and the exact body. */
import { createHmac } from "node:crypto";

/** Signs one delivery attempt. */
export interface Signer {
  /** The `webhook-signature` value, `v1,<base64>`. `timestamp` is Unix time in seconds; `body` is the exact bytes sent. */
  sign(id: string, timestamp: number, body: Uint8Array): string;
}

/** A signer for a key: the base64-decoded bytes of the secret after `whsec_`. */
export function createSigner(key: Uint8Array): Signer {
  return {
    sign(id, timestamp, body) {
      const hmac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body);
      return `v1,${hmac.digest("base64")}`;
    },
  };
}
