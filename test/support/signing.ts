/** Signs documents in memory, with certificates made for the test: every kind of signature, and updates after it. */
import * as asn1js from "asn1js";
import {
  AlgorithmIdentifier,
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  IssuerAndSerialNumber,
  MessageImprint,
  RelativeDistinguishedNames,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TSTInfo,
} from "pkijs";
import type { BuiltPdf, BuiltStream } from "./pdf-builder.ts";

export type HashName = "SHA-1" | "SHA-256" | "SHA-384" | "SHA-512";

/** A key pair with its certificate. */
export interface Identity {
  readonly certificate: Certificate;
  readonly keys: CryptoKeyPair;
  readonly pem: Uint8Array;
}

/** How keys are made, and what the signatures are called in certificates. */
export const keyKinds = {
  "P-256": { name: "ECDSA", namedCurve: "P-256" },
  "P-384": { name: "ECDSA", namedCurve: "P-384" },
  "P-521": { name: "ECDSA", namedCurve: "P-521" },
  "RSA-2048": {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  "RSA-1024": {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    modulusLength: 1024,
    publicExponent: new Uint8Array([1, 0, 1]),
  },
  PSS: { name: "RSA-PSS", hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
  Ed25519: { name: "Ed25519" },
} as const;
export type KeyKind = keyof typeof keyKinds;

interface IdentityOptions {
  readonly name?: string;
  readonly issuer?: Identity;
  readonly isAuthority?: boolean;
  readonly kind?: KeyKind;
  readonly from?: string;
  readonly to?: string;
  readonly serial?: number;
  /** Identifiers of critical extensions that nobody understands. */
  readonly critical?: readonly string[];
}

function nameOf(text: string): RelativeDistinguishedNames {
  const part = (type: string, value: string) =>
    new asn1js.Set({
      value: [new AttributeTypeAndValue({ type, value: new asn1js.Utf8String({ value }) }).toSchema()],
    });
  const parts = new asn1js.Sequence({ value: [part("2.5.4.10", "Test, Inc."), part("2.5.4.3", text)] });
  // Parsed again: otherwise the library writes all parts as one.
  return new RelativeDistinguishedNames({ schema: asn1js.fromBER(parts.toBER()).result });
}

export async function identity(options: IdentityOptions = {}): Promise<Identity> {
  const { name = "Signer", issuer, kind = "P-256", serial = 0xabc } = options;
  // The types of WebCrypto differ between runtimes.
  const keys = (await crypto.subtle.generateKey(keyKinds[kind] as never, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new asn1js.Integer({ value: serial });
  certificate.subject = nameOf(name);
  certificate.issuer = issuer?.certificate.subject ?? nameOf(name);
  certificate.notBefore.value = new Date(options.from ?? "2020-01-01T00:00:00Z");
  certificate.notAfter.value = new Date(options.to ?? "2049-01-01T00:00:00Z");
  const constraints = new BasicConstraints({ cA: options.isAuthority ?? issuer === undefined });
  certificate.extensions = [
    new Extension({ extnID: "2.5.29.19", critical: true, extnValue: constraints.toSchema().toBER() }),
    ...(options.critical ?? []).map(
      (extnID) => new Extension({ extnID, critical: true, extnValue: new asn1js.Null().toBER() }),
    ),
  ];
  const spki = await crypto.subtle.exportKey("spki", keys.publicKey);
  certificate.subjectPublicKeyInfo.fromSchema(asn1js.fromBER(spki).result);
  const signer = issuer ?? { keys };
  certificate.signatureAlgorithm = signatureAlgorithm(signer.keys.privateKey, "SHA-256");
  certificate.signature = new AlgorithmIdentifier({ schema: certificate.signatureAlgorithm.toSchema() });
  certificate.tbsView = new Uint8Array(certificate.encodeTBS().toBER());
  const value = await rawSignature(signer.keys.privateKey, certificate.tbsView, "SHA-256");
  certificate.signatureValue = new asn1js.BitString({ valueHex: Uint8Array.from(value).buffer });
  return { certificate, keys, pem: pemOf(certificate) };
}

function pemOf(certificate: Certificate): Uint8Array {
  const text = Buffer.from(certificate.toSchema(true).toBER()).toString("base64");
  return Buffer.from(`-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`);
}

const digestOids: Record<HashName, string> = {
  "SHA-1": "1.3.14.3.2.26",
  "SHA-256": "2.16.840.1.101.3.4.2.1",
  "SHA-384": "2.16.840.1.101.3.4.2.2",
  "SHA-512": "2.16.840.1.101.3.4.2.3",
};
const ecdsaOids: Record<HashName, string> = {
  "SHA-1": "1.2.840.10045.4.1",
  "SHA-256": "1.2.840.10045.4.3.2",
  "SHA-384": "1.2.840.10045.4.3.3",
  "SHA-512": "1.2.840.10045.4.3.4",
};
const rsaOids: Record<HashName, string> = {
  "SHA-1": "1.2.840.113549.1.1.5",
  "SHA-256": "1.2.840.113549.1.1.11",
  "SHA-384": "1.2.840.113549.1.1.12",
  "SHA-512": "1.2.840.113549.1.1.13",
};

const digestAlgorithm = (hash: HashName) => new AlgorithmIdentifier({ algorithmId: digestOids[hash] });

function signatureAlgorithm(key: CryptoKey, hash: HashName): AlgorithmIdentifier {
  const { name } = key.algorithm;
  if (name === "Ed25519") return new AlgorithmIdentifier({ algorithmId: "1.3.101.112" });
  if (name === "ECDSA") return new AlgorithmIdentifier({ algorithmId: ecdsaOids[hash] });
  if (name === "RSASSA-PKCS1-v1_5")
    return new AlgorithmIdentifier({ algorithmId: rsaOids[hash], algorithmParams: new asn1js.Null() });
  const hashed = new asn1js.Sequence({ value: [new asn1js.ObjectIdentifier({ value: digestOids[hash] })] });
  const mask = new asn1js.Sequence({
    value: [new asn1js.ObjectIdentifier({ value: "1.2.840.113549.1.1.8" }), hashed],
  });
  const tagged = (tagNumber: number, value: asn1js.BaseBlock) =>
    new asn1js.Constructed({ idBlock: { tagClass: 3, tagNumber }, value: [value] });
  const salt = new asn1js.Integer({ value: 32 });
  return new AlgorithmIdentifier({
    algorithmId: "1.2.840.113549.1.1.10",
    algorithmParams: new asn1js.Sequence({ value: [tagged(0, hashed), tagged(1, mask), tagged(2, salt)] }),
  });
}

/** A signature as CMS and X.509 have it. */
async function rawSignature(key: CryptoKey, bytes: Uint8Array, hash: HashName): Promise<Uint8Array> {
  const algorithm = { name: key.algorithm.name, hash, saltLength: 32 };
  const usable = key.algorithm.name.startsWith("RSA") ? await withHash(key, hash) : key;
  const value = new Uint8Array(await crypto.subtle.sign(algorithm, usable, Uint8Array.from(bytes)));
  if (key.algorithm.name !== "ECDSA") return value;
  const half = value.length / 2;
  const integer = (part: Uint8Array) => {
    const first = part.findIndex((byte) => byte !== 0);
    const short = part.subarray(Math.max(0, first));
    const positive = (short[0] ?? 0) >= 0x80 ? [0, ...short] : [...short];
    return new asn1js.Integer({ valueHex: new Uint8Array(positive).buffer });
  };
  const pair = [integer(value.subarray(0, half)), integer(value.subarray(half))];
  return new Uint8Array(new asn1js.Sequence({ value: pair }).toBER());
}

/** WebCrypto binds an RSA key to a hash. */
async function withHash(key: CryptoKey, hash: HashName): Promise<CryptoKey> {
  const exported = await crypto.subtle.exportKey("pkcs8", key);
  return await crypto.subtle.importKey("pkcs8", exported, { name: key.algorithm.name, hash }, true, ["sign"]);
}

const sha = async (hash: HashName, bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest(hash, Uint8Array.from(bytes)));
const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: Uint8Array.from(bytes).buffer });

export interface CmsOptions {
  readonly by: Identity;
  readonly hash?: HashName;
  /** Certificates of authorities that the signature has too. */
  readonly chain?: readonly Identity[];
  readonly isBare?: boolean;
  /** The content itself, in the signature. */
  readonly content?: Uint8Array;
  readonly contentType?: string;
  /** Whose time stamp it gets, and when. */
  readonly stampedBy?: Identity;
  readonly stampTime?: string;
  /** The bytes that the stamp is about, instead of the signature. */
  readonly stamped?: Uint8Array;
  readonly signingCertificate?: Identity;
}

const data = "1.2.840.113549.1.7.1";

/** CMS signed data about the bytes. */
export async function cmsOf(bytes: Uint8Array, options: CmsOptions): Promise<Uint8Array> {
  const { by, hash = "SHA-256", contentType = data } = options;
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({
      issuer: by.certificate.issuer,
      serialNumber: by.certificate.serialNumber,
    }),
    digestAlgorithm: digestAlgorithm(hash),
    signatureAlgorithm: signatureAlgorithm(by.keys.privateKey, hash),
  });
  let signed = bytes;
  if (!options.isBare) {
    const attribute = (type: string, value: asn1js.BaseBlock) => new Attribute({ type, values: [value] });
    const attributes = [
      attribute("1.2.840.113549.1.9.3", new asn1js.ObjectIdentifier({ value: contentType })),
      attribute("1.2.840.113549.1.9.4", octets(await sha(hash, bytes))),
    ];
    if (options.signingCertificate) {
      const named = await sha(
        "SHA-256",
        new Uint8Array(options.signingCertificate.certificate.toSchema().toBER()),
      );
      const id = new asn1js.Sequence({ value: [octets(named)] });
      const list = new asn1js.Sequence({ value: [new asn1js.Sequence({ value: [id] })] });
      attributes.push(attribute("1.2.840.113549.1.9.16.2.47", list));
    }
    signer.signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes });
    signed = new Uint8Array(signer.signedAttrs.toSchema().toBER());
    signed[0] = 0x31;
  }
  const value = await rawSignature(by.keys.privateKey, signed, hash);
  signer.signature = octets(value);
  if (options.stampedBy) {
    const token = await tokenOf(options.stamped ?? value, options.stampedBy, options.stampTime);
    const stamp = new Attribute({
      type: "1.2.840.113549.1.9.16.2.14",
      values: [asn1js.fromBER(Uint8Array.from(token).buffer).result],
    });
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({ type: 1, attributes: [stamp] });
  }
  const content = new SignedData({
    version: 1,
    digestAlgorithms: [digestAlgorithm(hash)],
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: contentType,
      ...(options.content && { eContent: octets(options.content) }),
    }),
    signerInfos: [signer],
    certificates: [by, ...(options.chain ?? [])].map(({ certificate }) => certificate),
  });
  const info = new ContentInfo({ contentType: "1.2.840.113549.1.7.2", content: content.toSchema(true) });
  return new Uint8Array(info.toSchema().toBER());
}

/** An RFC 3161 token about the bytes. */
export async function tokenOf(
  bytes: Uint8Array,
  by: Identity,
  time = "2025-06-01T12:00:00Z",
): Promise<Uint8Array> {
  const info = new TSTInfo({
    version: 1,
    policy: "1.2.3",
    messageImprint: new MessageImprint({
      hashAlgorithm: digestAlgorithm("SHA-256"),
      hashedMessage: octets(await sha("SHA-256", bytes)),
    }),
    serialNumber: new asn1js.Integer({ value: 1 }),
    genTime: new Date(time),
  });
  const content = new Uint8Array(info.toSchema().toBER());
  return await cmsOf(content, { by, content, contentType: "1.2.840.113549.1.9.16.1.4" });
}

/** Appends an update with a cross-reference table (ISO 32000-2, 7.5.6); `undefined` frees a number. */
export function update(
  bytes: Uint8Array,
  objects: Readonly<Record<number, string | BuiltStream | undefined>>,
  trailer = "/Root 1 0 R",
): Uint8Array {
  const before = Buffer.from(bytes).toString("latin1");
  const previous = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(before)?.[1];
  const size = Math.max(
    Number(/.*\/Size (\d+)/s.exec(before)?.[1]),
    ...Object.keys(objects).map((num) => Number(num) + 1),
  );
  let body = "";
  let rows = "";
  for (const [num, object] of Object.entries(objects)) {
    const offset = String(before.length + body.length).padStart(10, "0");
    rows += object === undefined ? `${num} 1\n0000000000 00001 f \n` : `${num} 1\n${offset} 00000 n \n`;
    if (object !== undefined) body += `${num} 0 obj\n${textOf(object)}\nendobj\n`;
  }
  const start = before.length + body.length;
  const tail = `xref\n${rows}trailer\n<</Size ${size}${trailer}${previous ? `/Prev ${previous}` : ""}>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(before + body + tail, "latin1");
}

function textOf(object: string | BuiltStream): string {
  if (typeof object === "string") return object;
  const text = typeof object.data === "string" ? object.data : Buffer.from(object.data).toString("latin1");
  return `<<${object.dict}/Length ${text.length}>>\nstream\n${text}\nendstream`;
}

/** Digits of Contents; enough for a chain with a time stamp. */
const digits = 12_000;
const place = "9999999999";

export interface SignOptions extends Omit<CmsOptions, "content"> {
  readonly subFilter?: string;
  /** More entries of the signature dictionary. */
  readonly more?: string;
  /** Numbers of the signature, and the object that it is in. */
  readonly num?: number;
  /** Other objects of the same revision. */
  readonly objects?: BuiltPdf["objects"];
  readonly trailer?: string;
  /** Changes the file before the range is hashed: how attackers prepare one. */
  readonly prepare?: (text: string) => string;
}

export const signatureNum = 50;

/** Signs the document in an update, in which `objects` refer to the signature by its number. */
export async function signed(bytes: Uint8Array, options: SignOptions): Promise<Uint8Array> {
  const { subFilter = "adbe.pkcs7.detached", num = signatureNum, more = "" } = options;
  const dict = `<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/${subFilter}${more}/ByteRange[0 ${place} ${place} ${place}]/Contents<${"0".repeat(digits)}>>>`;
  const file = Buffer.from(update(bytes, { ...options.objects, [num]: dict }, options.trailer));
  const start = file.lastIndexOf(`<${"0".repeat(digits)}>`);
  const end = start + digits + 2;
  const range = [0, start, end, file.length - end].map((one, k) =>
    k === 0 ? "0" : String(one).padStart(place.length, "0"),
  );
  file.write(`[${range.join(" ")}]`, file.lastIndexOf(`[0 ${place}`), "latin1");
  const covered = Buffer.concat([file.subarray(0, start), file.subarray(end)]);
  file.write(Buffer.from(await contentsOf(covered, subFilter, options)).toString("hex"), start + 1, "latin1");
  return file;
}

async function contentsOf(covered: Uint8Array, subFilter: string, options: SignOptions): Promise<Uint8Array> {
  const { by, hash } = options;
  if (subFilter === "adbe.x509.rsa_sha1")
    return new Uint8Array(octets(await rawSignature(by.keys.privateKey, covered, hash ?? "SHA-1")).toBER());
  if (subFilter === "ETSI.RFC3161") return await tokenOf(covered, options.by, options.stampTime);
  if (subFilter !== "adbe.pkcs7.sha1") return await cmsOf(covered, options);
  const content = await sha("SHA-1", covered);
  return await cmsOf(content, { ...options, content });
}
