/** The boxes of a JPEG 2000 image that PDF/A has rules about (ISO/IEC 15444-1, annex I). */
import { latin1 } from "../../cos/syntax/value.ts";
import type { Jpeg2000Fact } from "../facts.ts";
import type { PdfObject } from "../object.ts";
import type { Place, Report } from "../rule.ts";

const maxHeader = 1024 * 1024;

interface Box {
  readonly type: string;
  readonly from: number;
  readonly to: number;
}

/** 0: to the end; 1: in eight further bytes. */
function boxSize(data: DataView, at: number, stated: number, to: number): number {
  if (stated === 1) return Number(data.getBigUint64(at + 8));
  return stated === 0 ? to - at : stated;
}

function* boxes(data: DataView, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const stated = data.getUint32(at);
    const head = stated === 1 ? 16 : 8;
    if (at + head > to) return;
    const size = boxSize(data, at, stated, to);
    if (size < head) return;
    const type = latin1(new Uint8Array(data.buffer, data.byteOffset + at + 4, 4));
    yield { type, from: at + head, to: Math.min(to, at + size) };
    at += size;
  }
}

export function surveyJpeg2000(image: PdfObject, place: Place, report: Report): void {
  const bytes = image.stream?.encoded().subarray(0, maxHeader) ?? new Uint8Array(0);
  const hasColorSpace = image.has("ColorSpace");
  const fact = readBoxes(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), hasColorSpace);
  report("jpeg2000", fact, place);
}

function readBoxes(data: DataView, hasColorSpace: boolean): Jpeg2000Fact {
  let [channels, depth, specs, approximate] = [0, 0, 0, 0];
  let [method, enumerated]: (number | undefined)[] = [];
  let variesDepth = false;
  const header = [...boxes(data, 0, data.byteLength)].find(({ type }) => type === "jp2h");

  for (const { type, from, to } of header ? boxes(data, header.from, header.to) : []) {
    if (type === "ihdr" && to - from >= 11) {
      channels = data.getUint16(from + 8);
      depth = (data.getUint8(from + 10) & 127) + 1;
    } else if (type === "bpcc") variesDepth = true;
    else if (type === "colr" && to - from >= 3) {
      specs++;
      const isApproximate = data.getUint8(from + 2) === 1;
      if (isApproximate) approximate++;
      if (specs === 1 || isApproximate) {
        method = data.getUint8(from);
        enumerated = method === 1 && to - from >= 7 ? data.getUint32(from + 3) : undefined;
      }
    }
  }

  return { hasColorSpace, channels, specs, approximate, method, enumerated, variesDepth, depth };
}
