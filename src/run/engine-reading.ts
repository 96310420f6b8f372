/**
 * How a tool in an engine gets pages read by a model: it asks the service, which has the one process that reads for all
 * engines. Both sides.
 */
import type { ModelPage, PageReading } from "../core/page-reading.ts";
import { describeProblem } from "./execute.ts";
import { asError, type ReadingAnswer, type ReadingQuestion } from "./messages.ts";

export interface AskingReader extends PageReading {
  /** Handles an answer from the service, dropping one that nobody waits for. */
  onAnswer(answer: ReadingAnswer): void;
}

/** For the call with this id; it asks one question at a time. */
export function createAskingReader(id: number, ask: (question: ReadingQuestion) => void): AskingReader {
  let waiting: ((answer: ReadingAnswer) => void) | undefined;

  function answered(question: ReadingQuestion): Promise<ModelPage | undefined> {
    if (waiting) throw new Error("a tool asked for two pages at once");
    return new Promise((resolve, reject) => {
      waiting = ({ page, problem }) => {
        if (problem) reject(asError(problem));
        else resolve(page);
      };
      ask(question);
    });
  }

  return {
    async ready(model) {
      await answered({ id, model });
    },
    async read({ model, png, page: number }) {
      const page = await answered({ id, model, page: { number, png } });
      if (!page) throw new Error("a page was answered without its text");
      return page;
    },
    onAnswer(answer) {
      if (answer.id !== id) return;
      const resolve = waiting;
      waiting = undefined;
      resolve?.(answer);
    },
  };
}

/** The service's side: passes a question to the page reader. Never rejects. */
export async function answerReading(
  reading: PageReading | undefined,
  { id, model, page }: ReadingQuestion,
  signal: AbortSignal,
): Promise<ReadingAnswer> {
  try {
    if (!reading) throw new Error("this process has no page reader");
    if (!page) {
      await reading.ready(model);
      return { id };
    }
    return { id, page: await reading.read({ model, page: page.number, png: page.png }, signal) };
  } catch (error) {
    return { id, problem: describeProblem(error) };
  }
}
