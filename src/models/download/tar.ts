/** Files out of a tar archive (POSIX ustar) as it streams by. Nothing is written: who asks decides what becomes of the bytes. */

const block = 512;

/** Name, size and content of each regular file that `want` answers for with true, in order. Throws on what is no tar archive. */
export async function* tarFiles(
  pieces: AsyncIterable<Uint8Array>,
  want: (name: string, bytes: number) => boolean,
): AsyncGenerator<{ readonly name: string; readonly bytes: Uint8Array }> {
  const source = reader(pieces);
  for (;;) {
    const header = await source.take(block);
    // The archive ends with blocks of zeros; one that merely stops ends here, too: what was wanted tells.
    if (!header || header.every((byte) => byte === 0)) return;
    const name = nameOf(header);
    const size = octal(header, 124, 12);
    const padded = Math.ceil(size / block) * block;
    const regular = header[156] === 0 || header[156] === 0x30;
    if (!regular || !want(name, size)) {
      if (!(await source.skip(padded))) throw cut();
      continue;
    }
    const content = await source.take(padded);
    if (!content) throw cut();
    yield { name, bytes: content.subarray(0, size) };
  }
}

function nameOf(header: Uint8Array): string {
  const prefix = text(header, 345, 155);
  return prefix === "" ? text(header, 0, 100) : `${prefix}/${text(header, 0, 100)}`;
}

function text(header: Uint8Array, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

function octal(header: Uint8Array, from: number, length: number): number {
  const digits = text(header, from, length).trim();
  if (!/^[0-7]{1,11}$/.test(digits)) throw new Error("this is no tar archive");
  return Number.parseInt(digits, 8);
}

function cut(): Error {
  return new Error("the archive was cut");
}

/** Exact numbers of bytes out of pieces of any size. */
function reader(pieces: AsyncIterable<Uint8Array>) {
  const iterator = pieces[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  /** The next bytes, at most so many; none at the end. */
  async function some(most: number): Promise<Uint8Array> {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done) return rest;
      rest = next.value;
    }
    const part = rest.subarray(0, most);
    rest = rest.subarray(part.length);
    return part;
  }
  return {
    /** Undefined when there are not so many. */
    async take(count: number): Promise<Uint8Array | undefined> {
      const whole = new Uint8Array(count);
      for (let at = 0; at < count; ) {
        const part = await some(count - at);
        if (part.length === 0) return undefined;
        whole.set(part, at);
        at += part.length;
      }
      return whole;
    },
    async skip(count: number): Promise<boolean> {
      for (let left = count; left > 0; ) {
        const part = await some(left);
        if (part.length === 0) return false;
        left -= part.length;
      }
      return true;
    },
  };
}
