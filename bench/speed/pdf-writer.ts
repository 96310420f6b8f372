/** Writes large PDFs for the benchmark, object by object, without product code: the subject must not write its own exam. */
import { closeSync, openSync, writeSync } from "node:fs";
import { deflateSync } from "node:zlib";

export class PdfWriter implements Disposable {
  readonly #file: number;
  readonly #offsets: number[] = [];
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #position = 0;
  #next = 1;

  constructor(path: string) {
    this.#file = openSync(path, "wx");
    this.#put(Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"));
  }

  /** Reserves a number for an object to be written later. */
  reserve(): number {
    return this.#next++;
  }

  /** Writes an object; `body` is PDF syntax. Returns its number. */
  object(body: string, num = this.reserve()): number {
    this.#offsets[num] = this.#position;
    this.#put(Buffer.from(`${num} 0 obj\n${body}\nendobj\n`, "latin1"));
    return num;
  }

  /** Writes a stream, deflated unless `raw`; `entries` are additional dictionary entries. */
  stream(
    entries: string,
    data: Buffer | string,
    options: { readonly raw?: boolean; readonly num?: number } = {},
  ): number {
    const num = options.num ?? this.reserve();
    const plain = typeof data === "string" ? Buffer.from(data, "latin1") : data;
    const bytes = options.raw ? plain : deflateSync(plain);
    const filter = options.raw ? "" : "/Filter/FlateDecode";
    this.#offsets[num] = this.#position;
    this.#put(
      Buffer.from(`${num} 0 obj\n<<${entries}${filter}/Length ${bytes.length}>>\nstream\n`, "latin1"),
    );
    this.#put(bytes);
    this.#put(Buffer.from("\nendstream\nendobj\n", "latin1"));
    return num;
  }

  /** Writes the cross-reference table and trailer. */
  finish(root: number, info?: number): void {
    const start = this.#position;
    const rows = [`xref\n0 ${this.#next}\n0000000000 65535 f \n`];
    for (let num = 1; num < this.#next; num++) {
      const offset = this.#offsets[num];
      if (offset === undefined) throw new Error(`object ${num} was reserved and never written`);
      rows.push(`${String(offset).padStart(10, "0")} 00000 n \n`);
    }
    const infoEntry = info === undefined ? "" : `/Info ${info} 0 R`;
    const id = "<00112233445566778899aabbccddeeff>";
    rows.push(
      `trailer\n<</Size ${this.#next}/Root ${root} 0 R${infoEntry}/ID[${id}${id}]>>\nstartxref\n${start}\n%%EOF\n`,
    );
    this.#put(Buffer.from(rows.join(""), "latin1"));
    this.#flush();
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #put(bytes: Buffer): void {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.#position += bytes.length;
    if (this.#pendingBytes > 1 << 20) this.#flush();
  }

  #flush(): void {
    const all = Buffer.concat(this.#pending);
    for (let at = 0; at < all.length; ) at += writeSync(this.#file, all, at);
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}
