/** Whether pages look the same as before: poppler renders them at low resolution, and the pixels are compared. */
import { spawn } from "node:child_process";

export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Enough to notice a lost font, image or layer. */
const resolution = 20;
/** Pages that take longer to render aren't judged. Their results may take longer. */
const drawMs = 8000;
export const drawResultMs = 80_000;

/** A page (1-based) in grayscale; undefined if poppler can't render it in time. */
export function draw(
  path: string,
  page: number,
  password: string | undefined,
  limitMs = drawMs,
): Promise<Drawn | undefined> {
  const only = String(page);
  const secret = password === undefined ? [] : ["-upw", password];
  const args = ["-gray", "-r", String(resolution), "-f", only, "-l", only, ...secret, path];
  return new Promise((done, fail) => {
    const child = spawn("pdftoppm", args, { stdio: ["ignore", "pipe", "ignore"], timeout: limitMs });
    const parts: Buffer[] = [];
    child.stdout.on("data", (part: Buffer) => parts.push(part));
    child.on("error", fail);
    child.on("close", () => {
      const output = Buffer.concat(parts);
      const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(output.subarray(0, 40).toString("latin1"));
      if (!head) return done(undefined);
      const [whole, width, height] = head;
      done({ width: Number(width), height: Number(height), grey: output.subarray(whole.length) });
    });
  });
}

/** The share of clearly different pixels; 1 if the sizes differ. */
export function difference(a: Drawn, b: Drawn): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let k = 0; k < a.grey.length; k++) if (Math.abs((a.grey[k] ?? 0) - (b.grey[k] ?? 0)) > 60) count++;
  return count / Math.max(1, a.grey.length);
}

/** The first, middle and last item of a list. */
export function samples<T>(list: readonly T[]): readonly T[] {
  const places = new Set([0, list.length >> 1, list.length - 1]);
  return list.filter((_, place) => places.has(place));
}
