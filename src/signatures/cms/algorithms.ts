/** Signature algorithms, and the check of a signature with WebCrypto. */
import * as asn1js from "asn1js";
import {
  type AlgorithmIdentifier,
  createECDSASignatureFromCMS,
  PublicKeyInfo,
  RSAPublicKey,
  RSASSAPSSParams,
} from "pkijs";
import type { HashName } from "./bytes.ts";

const hashes: Readonly<Record<string, string>> = {
  "1.2.840.113549.2.5": "MD5",
  "1.3.14.3.2.26": "SHA-1",
  "2.16.840.1.101.3.4.2.4": "SHA-224",
  "2.16.840.1.101.3.4.2.1": "SHA-256",
  "2.16.840.1.101.3.4.2.2": "SHA-384",
  "2.16.840.1.101.3.4.2.3": "SHA-512",
  "2.16.840.1.101.3.4.2.12": "SHAKE256",
};
const known: readonly string[] = ["SHA-1", "SHA-256", "SHA-384", "SHA-512"] satisfies HashName[];

/** Whether the hash can be computed; MD5 is refused. */
export const isHash = (name: string): name is HashName => known.includes(name);

/** Whether others with the same hash can be made. */
export const isWeakHash = (name: string): boolean => name === "MD5" || name === "SHA-1";

/** The name of a hash, or its identifier in digits. */
export const hashName = ({ algorithmId }: Pick<AlgorithmIdentifier, "algorithmId">): string =>
  hashes[algorithmId] ?? algorithmId;

/** Scheme, and the hash that the identifier names; without one, it is the signer's. */
const schemes: Readonly<Record<string, readonly [scheme: string, hash?: string]>> = {
  "1.2.840.113549.1.1.1": ["RSA"],
  "1.2.840.113549.1.1.4": ["RSA", "MD5"],
  "1.2.840.113549.1.1.5": ["RSA", "SHA-1"],
  "1.2.840.113549.1.1.11": ["RSA", "SHA-256"],
  "1.2.840.113549.1.1.12": ["RSA", "SHA-384"],
  "1.2.840.113549.1.1.13": ["RSA", "SHA-512"],
  "1.2.840.113549.1.1.10": ["RSA-PSS"],
  "1.2.840.10045.2.1": ["ECDSA"],
  "1.2.840.10045.4.1": ["ECDSA", "SHA-1"],
  "1.2.840.10045.4.3.2": ["ECDSA", "SHA-256"],
  "1.2.840.10045.4.3.3": ["ECDSA", "SHA-384"],
  "1.2.840.10045.4.3.4": ["ECDSA", "SHA-512"],
  "1.3.101.112": ["Ed25519", "SHA-512"],
  // Named, but not checked: few runtimes have it.
  "1.3.101.113": ["Ed448"],
};

/** Curve, and the bytes of a coordinate. */
const curves: Readonly<Record<string, readonly [curve: string, size: number]>> = {
  "1.2.840.10045.3.1.7": ["P-256", 32],
  "1.3.132.0.34": ["P-384", 48],
  "1.3.132.0.35": ["P-521", 66],
};

/** RSA keys below this are weak. */
const leastRsaBits = 2048;
export const rsaKey = "1.2.840.113549.1.1.1";

export interface Algorithm {
  /** In words: `RSA-2048 with SHA-256`. */
  readonly text: string;
  /** Its weaknesses, in words. */
  readonly weak: readonly string[];
  /** Whether the signature of these bytes is right; undefined if nothing here can tell. */
  verify(signature: Uint8Array, bytes: Uint8Array): Promise<boolean | undefined>;
}

interface Plan {
  readonly key: { readonly name: string; readonly hash?: string; readonly namedCurve?: string };
  readonly check: { readonly name: string; readonly hash?: string; readonly saltLength?: number };
  readonly spki: Uint8Array;
  /** A signature in the form that WebCrypto takes. */
  readonly raw?: (signature: Uint8Array) => Uint8Array;
}

/** `digest`: the hash that the signer's other entries name. */
export function algorithmOf(
  identifier: AlgorithmIdentifier,
  publicKey: PublicKeyInfo,
  digest: string,
): Algorithm {
  const [scheme = identifier.algorithmId, named = digest] = schemes[identifier.algorithmId] ?? [];
  const pss = scheme === "RSA-PSS" ? pssOf(identifier) : undefined;
  const hash = pss?.hash ?? named;
  const bits = scheme.startsWith("RSA") ? rsaBits(publicKey) : 0;
  const [curve, size = 0] = scheme === "ECDSA" ? curveOf(publicKey) : [];
  const label = `${scheme}${bits > 0 ? `-${bits}` : ""}${curve === undefined ? "" : ` ${curve}`}`;
  const plan = planOf();

  function planOf(): Plan | undefined {
    if (scheme === "Ed25519")
      return { key: { name: scheme }, check: { name: scheme }, spki: spkiOf(publicKey) };
    if (!isHash(hash)) return undefined;
    if (scheme === "ECDSA" && curve !== undefined)
      return {
        key: { name: scheme, namedCurve: curve },
        check: { name: scheme, hash },
        spki: spkiOf(publicKey),
        raw: (signature) =>
          new Uint8Array(createECDSASignatureFromCMS(asn1js.fromBER(signature).result, size)),
      };
    const rsa = bits === 0 ? undefined : spkiOf(publicKey, rsaKey);
    if (rsa && scheme === "RSA") {
      const name = "RSASSA-PKCS1-v1_5";
      return { key: { name, hash }, check: { name }, spki: rsa };
    }
    if (!rsa || !pss?.isPlain) return undefined;
    return { key: { name: scheme, hash }, check: { name: scheme, saltLength: pss.saltLength }, spki: rsa };
  }

  return {
    text: scheme === "Ed25519" ? scheme : `${label} with ${hash}`,
    weak: [
      ...(isWeakHash(hash) ? [`${hash} is a weak hash`] : []),
      ...(bits > 0 && bits < leastRsaBits ? [`an RSA key of ${bits} bits is weak`] : []),
    ],
    async verify(signature, bytes) {
      if (!plan) return undefined;
      const raw = parsed(() => plan.raw?.(signature) ?? signature);
      if (!raw) return false;
      try {
        const key = await crypto.subtle.importKey("spki", own(plan.spki), plan.key, false, ["verify"]);
        return await crypto.subtle.verify(plan.check, key, own(raw), own(bytes));
      } catch {
        // The runtime doesn't have the algorithm, or the key is none.
        return undefined;
      }
    },
  };
}

/** WebCrypto takes no view of shared memory. */
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

/** The library throws for whatever it can't parse: undefined then. */
export function parsed<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function pssOf({ algorithmParams }: AlgorithmIdentifier) {
  const params = parsed(() => new RSASSAPSSParams({ schema: algorithmParams }));
  if (!params) return undefined;
  const hash = hashName(params.hashAlgorithm);
  const mask = parsed(() => asn1js.fromBER(params.maskGenAlgorithm.algorithmParams.toBER()).result);
  const [maskHash] = mask instanceof asn1js.Sequence ? mask.valueBlock.value : [];
  const maskName =
    maskHash instanceof asn1js.ObjectIdentifier ? (hashes[maskHash.getValue()] ?? "") : "SHA-1";
  // WebCrypto has one hash for both.
  return { hash, saltLength: params.saltLength, isPlain: maskName === hash };
}

function rsaBits({ subjectPublicKey }: PublicKeyInfo): number {
  const key = parsed(() => RSAPublicKey.fromBER(subjectPublicKey.valueBlock.valueHexView));
  const bytes = key?.modulus.valueBlock.valueHexView ?? new Uint8Array(0);
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? 0 : (bytes.length - first - 1) * 8 + (32 - Math.clz32(bytes[first] ?? 0));
}

function curveOf({ algorithm }: PublicKeyInfo): readonly [string, number] | readonly [] {
  const { algorithmParams } = algorithm;
  return algorithmParams instanceof asn1js.ObjectIdentifier ? (curves[algorithmParams.getValue()] ?? []) : [];
}

/** The key as WebCrypto takes it: an RSA key by the name that every runtime knows, whatever it may be used for. */
function spkiOf(publicKey: PublicKeyInfo, algorithmId?: string): Uint8Array {
  if (algorithmId === undefined || publicKey.algorithm.algorithmId === algorithmId)
    return new Uint8Array(publicKey.toSchema().toBER());
  const { subjectPublicKey } = publicKey;
  const plain = new PublicKeyInfo({ subjectPublicKey });
  plain.algorithm.algorithmId = algorithmId;
  plain.algorithm.algorithmParams = new asn1js.Null();
  return new Uint8Array(plain.toSchema().toBER());
}
