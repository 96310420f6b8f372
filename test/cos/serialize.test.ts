/** Objects as bytes. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decryptBytes } from "../../src/cos/crypt/ciphers.ts";
import { createEncryption } from "../../src/cos/crypt/security-handler.ts";
import { bytesString, type CosValue, isDict, isString, name, ref } from "../../src/cos/syntax/value.ts";
import { newOutput, position, writeBytes, writeText } from "../../src/cos/write/output.ts";
import { newStream, serialize } from "../../src/cos/write/serialize.ts";
import { bytesOf, parseValue, reasonOf } from "./files.ts";
import { memorySink } from "./sink.ts";

const text = (value: CosValue) => Buffer.from(serialize(value)).toString("latin1");

describe("serialize", () => {
  it.each<[CosValue, string]>([
    [null, "null"],
    [true, "true"],
    [-3, "-3"],
    [0.5, "0.5"],
    [1e-7, "0.0000001"],
    [-2.5e-8, "-0.000000025"],
    [1e21, "1000000000000000000000.0"],
    [123456789012, "123456789012"],
    [-0, "0"],
    [name("A B#/é"), "/A#20B#23#2F#E9"],
    [name(""), "/"],
    [bytesString(bytesOf("a(b)\\\r\n")), "(a\\(b\\)\\\\\\r\\n)"],
    [bytesString(bytesOf("\xfe\xff")), "<FEFF>"],
    [bytesString(bytesOf("")), "()"],
    [ref(3, 1), "3 1 R"],
    [[1, name("N"), ref(2), [null]], "[1 /N 2 0 R [null]]"],
    [
      new Map<string, CosValue>([
        ["Z", 1],
        ["A", new Map()],
      ]),
      "<</Z 1/A <<>>>>",
    ],
  ])("writes %j", (value, expected) => {
    expect(text(value)).toBe(expected);
  });

  it("keeps every finite number and refuses the others", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const written = text(value);
        expect(written).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(written)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 2000 },
    );
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => serialize(value)).toThrow(RangeError);
    }
  });

  it("writes numbers beyond a reader's integer range as reals", () => {
    expect(text(1e20)).toBe("100000000000000000000.0");
    expect(text(-(2 ** 63))).toBe("-9223372036854775808.0");
    expect(text(2 ** 53)).toBe("9007199254740992");
  });

  it("refuses values that PDF can't express", () => {
    expect(() => serialize(name("\u20ac"))).toThrow(RangeError);
    expect(reasonOf(() => serialize([newStream(new Map(), bytesOf(""))]))).toBe("syntax");
    let deep: CosValue = [];
    for (let k = 0; k < 2000; k++) deep = [deep];
    expect(reasonOf(() => serialize(deep))).toBe("limit");
  });

  it("writes a stream with its actual length", () => {
    const stream = newStream(new Map([["Length", 99]]), bytesOf("data"));
    expect(text(stream)).toBe("<</Length 4>>\nstream\ndata\nendstream");
    expect(text({ ...stream, dict: new Map<string, CosValue>([["Length", ref(9)]]) })).toContain(
      "/Length 4>>",
    );
  });

  it("compresses only if the result is smaller, and never twice", () => {
    const much = bytesOf("abc".repeat(100));
    expect(newStream(new Map(), much, { deflate: true }).dict.get("Filter")).toBe(name("FlateDecode"));
    expect(newStream(new Map(), bytesOf("x"), { deflate: true }).dict.has("Filter")).toBe(false);
    const coded = newStream(new Map([["Filter", name("DCTDecode")]]), much, { deflate: true });
    expect(coded.dict.get("Filter")).toBe(name("DCTDecode"));
    expect(coded.dict.get("Length")).toBe(300);
  });

  it("maps references, using null for those without a target", () => {
    const target = (num: number) => (num === 1 ? 40 : 0);
    expect(Buffer.from(serialize([ref(1, 3), ref(2)], { target })).toString()).toBe("[40 0 R null]");
  });

  it("encrypts strings except the contents of a signature", () => {
    const by = createEncryption({ userPassword: "" });
    const signature = new Map<string, CosValue>([
      ["ByteRange", [0, 1]],
      ["Contents", bytesString(bytesOf("sig"))],
      ["Name", bytesString(bytesOf("me"))],
    ]);
    const read = parseValue(serialize(signature, { encrypt: { by, num: 1, gen: 0 } }));
    const contents = isDict(read) ? read.get("Contents") : undefined;
    const own = isDict(read) ? read.get("Name") : undefined;
    expect(isString(contents) && Buffer.from(contents.bytes).toString()).toBe("sig");
    expect(isString(own) && Buffer.from(decryptBytes(by.stringLock(1, 0), own.bytes)).toString()).toBe("me");
    expect(isString(own) && own.bytes.length).toBe(32);
  });
});

describe("output", () => {
  it("collects small writes and passes large ones through", () => {
    const sink = memorySink();
    const out = newOutput(sink);
    let expected = "";
    for (let k = 0; k < 1000; k++) {
      writeText(out, `n ${k * 1_000_003}`);
      expected += `n ${k * 1_000_003}`;
    }
    expect(sink.calls).toBe(0);
    writeBytes(out, bytesOf("x".repeat(2_000_000)));
    expect(sink.calls).toBe(2);
    expect(position(out)).toBe(expected.length + 2_000_000);
    expect(Buffer.from(sink.bytes()).toString()).toBe(expected + "x".repeat(2_000_000));
  });
});
