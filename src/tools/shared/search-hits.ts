/** The hits of one answer of pdf_search: as many as asked for, from where the answer before ended, and how many there are. */
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

/** A hit by its place: the file, by its path below what is searched, the page, and how many hits of the page are before it. */
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

/** What a question is known by, so that `next` of another one is noticed. */
export const questionKey = (question: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(question)).digest("base64url").slice(0, 12);

export class SearchHits {
  readonly hits: Hit[] = [];
  readonly #question: string;
  readonly #most: number;
  /** Where this answer begins, and what the first answer counted. */
  readonly from: HitPlace | undefined;
  readonly #counted: Counts | undefined;
  #counts: Counts = { ...none };
  #next: HitPlace | undefined;

  /** `after`: `next` of the answer before, of the same question. 422 on it otherwise. */
  constructor(question: string, most: number, after: string | undefined) {
    this.#question = question;
    this.#most = most;
    if (after === undefined) return;
    const { from, counts } = readToken(after, question);
    this.from = from;
    this.#counted = counts;
  }

  /** Whether nothing that follows changes the answer. */
  get isFull(): boolean {
    if (this.#next === undefined) return false;
    return this.#counted !== undefined || this.#counts.total >= maxCountedHits;
  }

  /** Takes what was found on a page: `found` hits, each made when it is needed. */
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

  /** What is there now: the answer goes back to it where a file has to be read again. */
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
    // Answered below.
  }
  const [key, file, ...numbers]: readonly unknown[] = Array.isArray(value) ? value : [];
  const [page, hit, total, files, pages] = numbers.map((one) =>
    Number.isSafeInteger(one) ? Number(one) : -1,
  );
  const isWhole = [page, hit, total, files, pages].every((one) => one !== undefined && one >= 0);
  if (typeof file !== "string" || !isWhole) throw invalid("after", "is not `next` of an earlier answer");
  if (key !== question)
    throw invalid("after", "is `next` of another question: repeat all other fields as they were");
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
