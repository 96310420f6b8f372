/**
 * Executables for macOS. After Bun puts a program into its runtime, it signs executables for Apple processors again, but
 * leaves the runtime's signature in executables for Intel. That signature is no longer valid, and a system that checks
 * it kills the program. Macs with Intel processors run unsigned programs.
 */

/** <mach-o/loader.h> */
const magic64 = 0xfeed_facf;
const headerBytes = 32;
const codeSignature = 0x1d;
const segment64 = 0x19;
const intel64 = 0x0100_0007;

/** Removes the signature from a program for Intel Macs; returns any other unchanged. Throws on an unexpected layout. */
export function withoutStaleSignature(program: Uint8Array): Uint8Array {
  const whole = new DataView(program.buffer, program.byteOffset, program.byteLength);
  if (whole.getUint32(0, true) !== magic64 || whole.getUint32(4, true) !== intel64) return program;
  const signature = commandsOf(whole).find(({ kind }) => kind === codeSignature);
  if (!signature) return program;
  const start = whole.getUint32(signature.at + 8, true);
  const size = whole.getUint32(signature.at + 12, true);
  if (start + size !== program.length) throw new Error("the signature is not at the end of the program");

  const copy = program.slice(0, start);
  const view = new DataView(copy.buffer);
  const end = headerBytes + view.getUint32(20, true);
  copy.copyWithin(signature.at, signature.at + signature.size, end);
  copy.fill(0, end - signature.size, end);
  view.setUint32(16, view.getUint32(16, true) - 1, true);
  view.setUint32(20, view.getUint32(20, true) - signature.size, true);
  const linkEdit = commandsOf(view).find(
    ({ kind, at }) => kind === segment64 && nameAt(copy, at) === "__LINKEDIT",
  );
  if (!linkEdit) throw new Error("the program has no __LINKEDIT");
  const from = Number(view.getBigUint64(linkEdit.at + 40, true));
  view.setBigUint64(linkEdit.at + 48, BigInt(start - from), true);
  return copy;
}

interface Command {
  readonly at: number;
  readonly kind: number;
  readonly size: number;
}

function commandsOf(view: DataView): readonly Command[] {
  const commands: Command[] = [];
  let at = headerBytes;
  for (let count = view.getUint32(16, true); count > 0; count--) {
    const command = { at, kind: view.getUint32(at, true), size: view.getUint32(at + 4, true) };
    commands.push(command);
    at += command.size;
  }
  return commands;
}

function nameAt(bytes: Uint8Array, segment: number): string {
  return new TextDecoder().decode(bytes.subarray(segment + 8, segment + 24)).replace(/\0.*$/s, "");
}
