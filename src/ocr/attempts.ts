/** Which orientations and models a page is read with: a confident reading ends the search. */
import { ProblemError } from "../core/problem.ts";
import { noAttempt, readPicture, readTurned } from "./attempt.ts";
import { confidenceOf, isBeyondArabic, ownLetters, sampleOf } from "./lines/found-lines.ts";
import type { Attempt, PageHints, PageReading, ReadingTools } from "./page-reading.ts";
import { sumOfTurns } from "./page-reading.ts";
import {
  downwardModels,
  latinModels,
  modelsFor,
  otherModels,
  siblingOf,
  withLatin,
} from "./tesseract/script-models.ts";
import { readings } from "./tolerances/tolerances.ts";

const { beyondDoubt, leastOfPage, strangeText, sureScript, sureText } = readings;
/** Maximum of the user's models to try per page: each takes as long as reading it. */
const mostChosen = 4;
/** Pages per document for which samples are read: it takes a few seconds. */
const mostSamples = 2;

type Found = Pick<PageReading, "attempt"> & Partial<PageReading>;

/** A better attempt; its models are tried first on later pages. */
function better(attempt: Attempt, hints: PageHints): Found {
  const { models, confidence } = attempt;
  const isOther = models !== latinModels && confidence >= leastOfPage;
  return { attempt, ...(isOther && { hints: { ...hints, models } }) };
}

/** Like the previous page: most pages resemble it, and a different page doesn't read confidently that way. */
export async function likePageBefore(page: PageReading, tools: ReadingTools): Promise<Found> {
  const { turn } = page.hints;
  const { models = latinModels } = page.languages ?? page.hints;
  return { attempt: await readTurned(page, turn, models, tools) };
}

/** With lines that run downward, if most seem to. */
export async function downward(page: PageReading, tools: ReadingTools): Promise<Partial<PageReading>> {
  const { attempt: made, languages } = page;
  const running = made.lines.filter(({ vertical }) => vertical);
  if (made.confidence >= sureText || running.length * 2 < made.lines.length) return {};
  if (languages && !languages.models.split("+").includes(modelsFor("Japanese"))) return {};

  try {
    const attempt = await readTurned(page, sumOfTurns(made.turn, 270), downwardModels, tools);
    // It reads Latin too, on pages that lie on a side.
    const own = attempt.lines.filter((line) => ownLetters(line) * 2 > line.text.length);
    const isOwn = own.length * 2 >= attempt.lines.length;
    const isUnsure = attempt.confidence >= leastOfPage && attempt.confidence < sureText;
    const isBetter = isOwn && attempt.confidence >= sureText;
    return { isOtherDownward: isOwn && isUnsure, ...(isBetter && better(attempt, page.hints)) };
  } catch (error) {
    // Some forms of the program lack this model.
    if (!(error instanceof ProblemError)) throw error;
    return {};
  }
}

/** The most confident of the readings that the orientation and the script suggest, each tried only if those before are doubtful. */
export async function likeliest(page: PageReading, tools: ReadingTools): Promise<Partial<PageReading>> {
  const { image, dpi, hints, attempt: made, languages } = page;
  const seen = (await tools.engines.orienting()).orientation(image, dpi);
  const turn = seen?.turn ?? 0;
  // What reads well isn't turned.
  const [first, ...others] = made.confidence >= sureText ? [made.turn] : new Set([turn, 0 as const]);
  const chosen = new Set(languages ? [] : chosenModels(tools));
  const suggested = languages ? [languages.models] : modelsToTry({ seen, hints }, tools);
  let best: Attempt | undefined;

  for (const models of new Set([...suggested, ...chosen])) {
    const enough = chosen.has(models) && best?.models === latinModels ? beyondDoubt : sureText;
    if (best !== undefined && models !== hints.models && best.confidence >= enough) continue;
    for (const way of [first ?? turn, ...others]) {
      if (way !== first && (best?.confidence ?? 0) >= sureText) break;
      try {
        const isMade = made.models === models && made.turn === way;
        const attempt = isMade ? made : await readTurned(page, way, models, tools);
        if (best === undefined || attempt.confidence > best.confidence) best = attempt;
      } catch (error) {
        // Some forms of the program lack the second models, and not every file is a model.
        if (best === undefined || !(error instanceof ProblemError)) throw error;
      }
    }
  }

  return { seen, ...(best ? better(best, hints) : { attempt: noAttempt(image, turn) }) };
}

/** With other built-in models, if they confidently read the lines that are the most doubtful: a script isn't always detected. */
export async function bySample(page: PageReading, tools: ReadingTools): Promise<Partial<PageReading>> {
  const { attempt: made, dpi, hints } = page;
  if (made.confidence >= strangeText || hints.samples === mostSamples) return {};
  const sample = sampleOf(made, dpi, (line) => confidenceOf([line]));
  if (sample === undefined) return {};

  const sampled = { ...hints, samples: hints.samples + 1 };
  const others = [...otherModels].filter((other) => other !== made.models);
  let best = { models: made.models, confidence: Math.max(made.confidence, sureText) };
  for (const { models, lines } of await tools.engines.readings(others, sample, dpi))
    if (confidenceOf(lines) > best.confidence) best = { models, confidence: confidenceOf(lines) };
  if (best.models === made.models) return { hints: sampled };

  const attempt = await readPicture(page, { ...made, models: best.models }, tools);
  return attempt.confidence <= made.confidence
    ? { hints: sampled }
    : { hints: sampled, ...better(attempt, sampled) };
}

/** With the script's other models, if they read a sample more confidently. */
export async function bySibling(page: PageReading, tools: ReadingTools): Promise<Partial<PageReading>> {
  const { attempt: made, dpi, hints } = page;
  const sibling = siblingOf(made.models);
  if (sibling === undefined || hints.compared) return {};
  const sample = sampleOf(made, dpi, (line) => -ownLetters(line));
  if (sample === undefined) return {};

  const compared = { ...hints, compared: true };
  const [own, other] = await tools.engines.readings([made.models, sibling], sample, dpi);
  if (own === undefined || other === undefined) return { hints: compared };
  // The Arabic model confidently takes Persian and Urdu letters for its own.
  const isOthers =
    made.models === modelsFor("Arabic")
      ? isBeyondArabic(other.lines)
      : confidenceOf(other.lines) > confidenceOf(own.lines);
  if (!isOthers) return { hints: compared };
  const attempt = await readPicture(page, { ...made, models: sibling }, tools);
  return { hints: compared, ...better(attempt, compared) };
}

/** The models of the detected script, those of previous pages, and the Latin ones. */
function modelsToTry({ seen, hints }: Pick<PageReading, "seen" | "hints">, { others }: ReadingTools) {
  const tries: string[] = [];
  const before = hints.models;

  if (seen !== undefined && seen.sureOfScript >= sureScript) {
    const further = others.find(({ script }) => script === seen.script);
    const own = further ? withLatin(further) : modelsFor(seen.script);
    tries.push(before !== undefined && siblingOf(own) === before ? before : own);
  }

  const [own] = tries;
  if (before !== undefined) tries.push(before);
  if (own === modelsFor("Han")) tries.push(modelsFor("HanT"));
  if (own === modelsFor("Arabic")) tries.push(modelsFor("ArabicScript"));

  return [...tries, latinModels];
}

/** The user's models, a few of which are tried per page. */
const chosenModels = ({ others }: ReadingTools): readonly string[] =>
  others
    .filter((model) => model.chosen)
    .slice(0, mostChosen)
    .map(withLatin);
