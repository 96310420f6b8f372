/** The hits in one pdf_search answer: as many as requested, starting where the previous answer ended, and the total count. */
import { createHash } from "node:crypto";
import { maxCountedHits } from "../../core/limits.ts";
import type { Box } from "../../core/page-layout.ts";
import { invalid } from "../../core/problem.ts";

export interface Hit {
  readonly input: string;
  readonly page: number;
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly section?: string;
  readonly boxes: [number, number, number, number][];
}

/** A hit's position: the file, by its path below the searched folder, the page, and the number of hits before it on the page. */
export interface HitPlace {
  readonly file: string;
  readonly page: number;
  readonly hit: number;
}

interface Counts {
  total: number;
  files: number;
  pages: number;
}

const none: Counts = { total: 0, files: 0, pages: 0 };

/** Identifies a query, so that `next` from another one is noticed. */
export const questionKey = (question: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(question)).digest("base64url").slice(0, 12);

export class SearchHits {
  readonly hits: Hit[] = [];
  readonly #question: string;
  readonly #most: number;
  /** Where this answer begins, and the first answer's count. */
  readonly from: HitPlace | undefined;
  readonly #counted: Counts | undefined;
  #counts: Counts = { ...none };
  #next: HitPlace | undefined;

  /** `after`: `next` from the previous answer to the same query; otherwise 422 on it. */
  constructor(question: string, most: number, after: string | undefined) {
    this.#question = question;
    this.#most = most;
    if (after === undefined) return;
    const { from, counts } = readToken(after, question);
    this.from = from;
    this.#counted = counts;
  }

  /** Whether later hits can't change the answer. */
  get isFull(): boolean {
    if (this.#next === undefined) return false;
    return this.#counted !== undefined || this.#counts.total >= maxCountedHits;
  }

  /** Takes a page's hits: `found` in number, each built on demand. */
  take(file: string, page: number, found: number, hit: (index: number) => Hit): void {
    this.#counts.pages += 1;
    this.#counts.total += found;
    const isFirst = this.from?.file === file && this.from.page === page;
    for (let index = isFirst ? (this.from?.hit ?? 0) : 0; index < found; index++) {
      if (this.hits.length < this.#most) this.hits.push(hit(index));
      else {
        this.#next ??= { file, page, hit: index };
        return;
      }
    }
  }

  fileDone(): void {
    this.#counts.files += 1;
  }

  /** The current state: the answer returns to it if a file must be read again. */
  mark(): () => void {
    const [length, counts, next] = [this.hits.length, { ...this.#counts }, this.#next];
    return () => {
      this.hits.length = length;
      this.#counts = { ...counts };
      this.#next = next;
    };
  }

  answer() {
    const counts = this.#counted ?? this.#counts;
    const total = Math.min(counts.total, maxCountedHits);
    const next = this.#next ? writeToken(this.#question, this.#next, { ...counts, total }) : null;
    return {
      hits: this.hits,
      total_hits: total,
      truncated: next !== null,
      next,
      searched: { files: counts.files, pages: counts.pages },
    };
  }
}

function writeToken(
  question: string,
  { file, page, hit }: HitPlace,
  { total, files, pages }: Counts,
): string {
  return Buffer.from(JSON.stringify([question, file, page, hit, total, files, pages])).toString("base64url");
}

function readToken(token: string, question: string): { from: HitPlace; counts: Counts } {
  let value: unknown;

  try {
    value = JSON.parse(Buffer.from(token, "base64url").toString());
  } catch {
    // The error is thrown below.
  }

  const [key, file, ...numbers]: readonly unknown[] = Array.isArray(value) ? value : [];
  const [page, hit, total, files, pages] = numbers.map((one) =>
    Number.isSafeInteger(one) ? Number(one) : -1,
  );
  const isWhole = [page, hit, total, files, pages].every((one) => one !== undefined && one >= 0);
  if (typeof file !== "string" || !isWhole) throw invalid("after", "is not `next` of an earlier answer");
  if (key !== question)
    throw invalid("after", "is `next` from another query: repeat all other fields unchanged");

  return {
    from: { file, page: page ?? 0, hit: hit ?? 0 },
    counts: { total: total ?? 0, files: files ?? 0, pages: pages ?? 0 },
  };
}

const round = (value: number) => Math.round(value * 100) / 100;

export const bboxOf = ({ x0, y0, x1, y1 }: Box): [number, number, number, number] => [
  round(x0),
  round(y0),
  round(x1),
  round(y1),
];
