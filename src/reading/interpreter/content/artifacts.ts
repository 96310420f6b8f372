/**
 * Text that a page's content marks as no part of the document (ISO 32000-2, 14.8.2.2): running heads, page numbers, text for
 * decoration. Every type of artifact counts, and one without a type: the file says of each that it is not to be read.
 */
import {
  afterComment,
  afterHex,
  afterImage,
  afterRegular,
  afterString,
  classOf,
  regular,
  space,
} from "../../../cos/syntax/characters.ts";

/**
 * Bytes of text that headers and footers may hold. Where artifacts have more, and more than what is tagged, the tags are in
 * doubt: forms are made whose labels are all artifacts.
 */
const runningText = 600;

/** What a span of content from `BMC` or `BDC` to `EMC` is. */
type Mark = "artifact" | "tagged" | "other";

/** Bytes to overwrite with blanks, and what stands at their end instead. */
interface Cut {
  readonly from: number;
  readonly to: number;
  readonly instead: string;
}

/**
 * Decoded content without the text of its artifacts: what shows it is blanked, all else stays where it is. Undefined when there
 * is none, when no text is tagged, or when too much of the page would go for the tags to be sound.
 */
export function withoutArtifacts(content: Uint8Array): Uint8Array | undefined {
  if (!Buffer.from(content.buffer, content.byteOffset, content.length).includes("/Artifact"))
    return undefined;
  const { cuts, shown, artifact, tagged } = findArtifacts(content);
  if (!shown || tagged === 0 || artifact > Math.max(runningText, tagged)) return undefined;
  const changed = content.slice();
  for (const { from, to, instead } of cuts) {
    changed.fill(0x20, from, to);
    changed.set(Buffer.from(instead, "latin1"), to - instead.length);
  }
  return changed;
}

interface Found {
  readonly cuts: readonly Cut[];
  /** Whether an artifact shows text, or what may hold it. */
  readonly shown: boolean;
  /** Bytes of text in artifacts. */
  readonly artifact: number;
  /** Bytes of text that belongs to the structure. */
  readonly tagged: number;
}

function findArtifacts(content: Uint8Array): Found {
  const latin1 = (from: number, to: number) =>
    Buffer.from(content.buffer, content.byteOffset + from, to - from).toString("latin1");
  const cuts: Cut[] = [];
  /** Of each span that is open: the mark that counts in it, of the innermost that is not `other`. */
  const marks: (Mark | undefined)[] = [];
  let shown = false;
  let [artifact, tagged] = [0, 0];
  /** Of the operands before an operator: where they begin, and how many bytes of strings are among them. */
  let [operands, strings] = [-1, 0];
  let around: Mark | undefined;

  const opens = (start: number, from: number, to: number) => {
    const mark = markOf(latin1(start, from));
    // Without its properties: ActualText would be read though nothing is shown.
    const instead = "/A BMC";
    const within = mark === "artifact" || (around === "artifact" && mark === "other");
    if (within && to - start >= instead.length) cuts.push({ from: start, to, instead });
    if (mark !== "other") around = mark;
    marks.push(around);
  };

  const shows = (start: number, from: number, to: number) => {
    if (around === "tagged") tagged += strings;
    if (around !== "artifact") return;
    artifact += strings;
    shown = true;
    // These two go to the next line first.
    const next = content[from] === 0x27 || content[from] === 0x22;
    cuts.push({ from: start, to, instead: next && to - start > 1 ? "T*" : "" });
  };

  /** From the bytes alone: there are thousands on a page. */
  const operator = (from: number, to: number) => {
    const start = operands < 0 ? from : operands;
    const [first, second] = [content[from], content[from + 1]];
    if (to - from === 1) {
      if (first === 0x27 || first === 0x22) shows(start, from, to);
    } else if (to - from === 2) {
      if (first === 0x54 && (second === 0x6a || second === 0x4a)) shows(start, from, to);
      // A form may hold the text of a header.
      else if (first === 0x44 && second === 0x6f && around === "artifact") shows(start, from, to);
    } else if (to - from === 3 && content[from + 2] === 0x43) {
      if (first === 0x42 && (second === 0x4d || second === 0x44)) opens(start, from, to);
      else if (first === 0x45 && second === 0x4d) {
        marks.pop();
        around = marks.at(-1);
      }
    }
    operands = -1;
    strings = 0;
  };

  let at = 0;
  while (at < content.length) {
    const byte = content[at] ?? 0;
    const start = at;
    if (classOf[byte] === space) {
      at++;
      continue;
    }
    if (byte === 0x25) {
      at = afterComment(content, at);
      continue;
    }
    if (classOf[byte] === regular) {
      at = afterRegular(content, at);
      if (!isOperand(content, start, at)) {
        operator(start, at);
        // The data of an inline image may look like anything.
        if (at - start === 2 && byte === 0x49 && content[start + 1] === 0x44)
          at = afterImage(content, at + 1);
        continue;
      }
    } else if (byte === 0x28) {
      at = afterString(content, at);
      strings += at - start - 2;
    } else if (byte === 0x2f) at = afterRegular(content, at + 1);
    else if (byte === 0x3c && content[at + 1] !== 0x3c) {
      at = afterHex(content, at);
      strings += (at - start - 2) >> 1;
    } else at++;
    if (operands < 0) operands = start;
  }
  return { cuts, shown, artifact, tagged };
}

/** Of the operands of `BMC` or `BDC`. A dictionary named in the resources is taken for one with an MCID, but for layers. */
function markOf(operands: string): Mark {
  const tag = /\/([^\s()<>[\]{}/%]*)/.exec(operands);
  if (tag?.[1] === "Artifact") return "artifact";
  const rest = tag ? operands.slice(tag.index + tag[0].length) : "";
  return /\/MCID\b/.test(rest) || (tag?.[1] !== "OC" && /^\s*\//.test(rest)) ? "tagged" : "other";
}

/** A number, or `true`, `false`, `null`. */
function isOperand(content: Uint8Array, from: number, to: number): boolean {
  const first = content[from] ?? 0;
  if (first < 0x3a && first !== 0x27 && first !== 0x22) return true;
  if (to - from < 4) return false;
  return first === 0x74 || first === 0x66 || first === 0x6e;
}
