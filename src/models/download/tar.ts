/** Reads files from a streamed tar archive (POSIX ustar). It writes nothing: callers decide what to do with the bytes. */

const blockSize = 512;

/** Name and content of each regular file that `want` accepts, in order. Throws if it isn't a tar archive. */
export async function* tarFiles(
  pieces: AsyncIterable<Uint8Array>,
  want: (name: string, bytes: number) => boolean,
): AsyncGenerator<{ readonly name: string; readonly bytes: Uint8Array }> {
  let name = "";
  /** The content of a wanted file; the blocks of others are skipped. */
  let bytes: Uint8Array | undefined;
  let size = 0;
  let done = 0;

  for await (const block of blocksOf(pieces)) {
    if (done < size) {
      bytes?.set(block.subarray(0, size - done), done);
      done += blockSize;
    } else {
      // The archive ends with blocks of zeros. A truncated one also ends here, and its reader finds that files are missing.
      if (block.every((byte) => byte === 0)) return;
      const prefix = text(block, 345, 155);
      name = prefix === "" ? text(block, 0, 100) : `${prefix}/${text(block, 0, 100)}`;
      size = octal(block, 124, 12);
      done = 0;
      const regular = block[156] === 0 || block[156] === 0x30;
      bytes = regular && want(name, size) ? new Uint8Array(size) : undefined;
    }
    if (bytes === undefined || done < size) continue;
    yield { name, bytes };
    bytes = undefined;
  }

  if (done < size) throw new Error("the archive is truncated");
}

function text(header: Uint8Array, from: number, length: number): string {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

function octal(header: Uint8Array, from: number, length: number): number {
  const digits = text(header, from, length).trim();
  if (!/^[0-7]{1,11}$/.test(digits)) throw new Error("this is not a tar archive");
  return Number.parseInt(digits, 8);
}

/** Splits pieces of any size into the archive's blocks, dropping an incomplete last one. */
async function* blocksOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array();
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    let at = 0;
    for (; at + blockSize <= bytes.length; at += blockSize) yield bytes.subarray(at, at + blockSize);
    rest = bytes.subarray(at);
  }
}
