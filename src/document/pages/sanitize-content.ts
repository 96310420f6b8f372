/** Cleans damaged page content: meaningless bytes become white space, so that readers don't give up on the rest. */
import { hexValue } from "../../cos/syntax/characters.ts";
import { scanContent } from "../../cos/syntax/content/scan.ts";

/** A cleaned copy of the content; shorter if an image or too many strings have no end. */
export function sanitizeContent(content: Uint8Array): Uint8Array {
  const bytes = content.slice();
  const scan = scanContent(bytes, "lenient");
  /** Starts of open arrays and dictionaries, and their number of items so far. */
  const open: { readonly at: number; readonly dict: boolean; items: number; valid: boolean }[] = [];
  const blank = (from: number, to: number) => bytes.fill(0x20, from, to);
  const dropOpen = () => {
    for (const { at, dict } of open.splice(0)) blank(at, at + (dict ? 2 : 1));
  };

  /** A value or, in a dictionary, a key, which is a name. */
  const item = (isName = false) => {
    const into = open.at(-1);
    if (!into) return;
    if (into.dict && into.items % 2 === 0 && !isName) into.valid = false;
    into.items++;
  };

  const begin = (dict: boolean, at: number) => open.push({ at, dict, items: 0, valid: true });
  const close = (dict: boolean, from: number, to: number) => {
    const last = open.at(-1)?.dict === dict ? open.pop() : undefined;
    // Without its brackets, its items would be stray operands.
    if (last && (!dict || (last.valid && last.items % 2 === 0))) return item();
    blank(from, to);
    if (last) blank(last.at, last.at + 2);
  };

  while (scan.next()) {
    const { token, start, end } = scan;
    if (token === "operator") dropOpen();
    else if (token === "stray") blank(start, end);
    else if (token === "open") begin(end - start === 2, start);
    else if (token === "close") close(end - start === 2, start, end);
    else if (token === "name") {
      item(true);
      for (let k = start; k < end; k++) if (bytes[k] === 0x23 && !isHex(bytes, k + 1)) bytes[k] = 0x5f;
    } else if (token !== "comment" && token !== "image") item();
  }

  dropOpen();
  return bytes.subarray(0, scan.cut);
}

function isHex(bytes: Uint8Array, at: number): boolean {
  return (hexValue[bytes[at] ?? 0] ?? 255) < 16 && (hexValue[bytes[at + 1] ?? 0] ?? 255) < 16;
}
