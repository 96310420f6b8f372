/** Whether pages look as before: drawn small by poppler, compared by what is on them. */
import { spawn } from "node:child_process";

export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly grey: Uint8Array;
}

/** Enough to see a lost font, image or layer. */
const resolution = 20;
/** A page that takes longer to draw is not judged. */
const drawMs = 8000;

/** A page (1-based) in grey; undefined where poppler draws none in time. */
export function draw(path: string, page: number, password: string | undefined): Promise<Drawn | undefined> {
  const only = String(page);
  const secret = password === undefined ? [] : ["-upw", password];
  const args = ["-gray", "-r", String(resolution), "-f", only, "-l", only, ...secret, path];
  return new Promise((done, fail) => {
    const child = spawn("pdftoppm", args, { stdio: ["ignore", "pipe", "ignore"], timeout: drawMs });
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

/** The part of pixels that differ clearly; 1 where the sizes do. */
export function difference(a: Drawn, b: Drawn): number {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let count = 0;
  for (let k = 0; k < a.grey.length; k++) if (Math.abs((a.grey[k] ?? 0) - (b.grey[k] ?? 0)) > 60) count++;
  return count / Math.max(1, a.grey.length);
}

/** First, middle and last of a list. */
export function samples<T>(list: readonly T[]): readonly T[] {
  const places = new Set([0, list.length >> 1, list.length - 1]);
  return list.filter((_, place) => places.has(place));
}
