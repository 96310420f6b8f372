/** The service's side of a question about pages: handed on to what reads them. Never rejects. */
import type { Reading } from "../core/page-reading.ts";
import { describeProblem } from "./execute.ts";
import type { ReadingAnswer, ReadingQuestion } from "./messages.ts";

export async function answerReading(
  reading: Pick<Reading, "ready" | "read"> | undefined,
  { id, model, page }: ReadingQuestion,
  signal: AbortSignal,
): Promise<ReadingAnswer> {
  try {
    if (!reading) throw new Error("nothing reads pages here");
    if (!page) {
      await reading.ready(model);
      return { id };
    }
    return { id, page: await reading.read({ model, page: page.number, png: page.png }, signal) };
  } catch (error) {
    return { id, problem: describeProblem(error) };
  }
}
