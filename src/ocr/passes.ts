/**
 * From a page's picture to lines of words: passes over one page. `pdfd debug-structure --stage scan-<name>` shows the page
 * after each. Type sizes that nearly agree are unified later, for the whole document: `type/common-type.ts`.
 */
import type { GrayImage } from "../core/page-reading.ts";
import { noAttempt } from "./attempt.ts";
import { bySample, bySibling, downward, likeliest, likePageBefore } from "./attempts.ts";
import { isEnglish } from "./english.ts";
import { withoutLeaders } from "./lines/dot-leaders.ts";
import { withSharpSs } from "./lines/sharp-s.ts";
import type { PageReading, ReadingTools } from "./page-reading.ts";
import { evenlyLit } from "./picture/even-light.ts";
import { downwardModels } from "./tesseract/script-models.ts";
import {
  latinWords,
  linesBeside,
  linesInOtherScripts,
  missed,
  textLines,
  typeOfLines,
  unreadPlaces,
  wordOrder,
} from "./text-lines.ts";
import { readings } from "./tolerances/tolerances.ts";

const { beyondDoubt, sureText } = readings;

export const scanPassNames = [
  "light",
  "leaders",
  "before",
  "downward",
  "script",
  "sample",
  "sibling",
  "beside",
  "findings",
  "missed",
  "unread",
  "scripts",
  "text",
  "german",
  "latin",
  "order",
  "type",
] as const;
export type ScanPassName = (typeof scanPassNames)[number];

interface Pass {
  readonly name: ScanPassName;
  readonly why: string;
  readonly run: (
    page: PageReading,
    tools: ReadingTools,
  ) => Partial<PageReading> | Promise<Partial<PageReading>>;
}

/** A pass that looks for other models: the caller knows the languages better. */
const unlessKnown =
  (run: Pass["run"]): Pass["run"] =>
  (page, tools) =>
    page.languages ? {} : run(page, tools);

/** A pass for pages that aren't settled. */
const unlessSettled =
  (run: Pass["run"]): Pass["run"] =>
  (page, tools) =>
    page.isSettled ? {} : run(page, tools);

export const scanPasses: readonly Pass[] = [
  {
    name: "light",
    why: "One threshold for ink and paper would lose text in the darker half of a photograph.",
    run({ image, dpi }) {
      const lit = evenlyLit(image, dpi);
      return { image: lit, isPhoto: lit !== image };
    },
  },
  {
    name: "leaders",
    why: "Dot leaders are taken for letters, and the words beside them are lost.",
    run: ({ image, dpi }) => ({ image: withoutLeaders(image, dpi) }),
  },
  {
    name: "before",
    why: "Most pages resemble the previous one, and a different page doesn't read confidently that way.",
    run: likePageBefore,
  },
  {
    name: "downward",
    why: "Lines that run down need their own model; a confident reading settles the page.",
    async run(page, tools) {
      const found = await downward(page, tools);
      const { models, confidence } = found.attempt ?? page.attempt;
      return { ...found, isSettled: confidence >= (models === downwardModels ? sureText : beyondDoubt) };
    },
  },
  {
    name: "script",
    why: "Orientation and script suggest other models, and the page may lie on a side.",
    run: unlessSettled(likeliest),
  },
  {
    name: "sample",
    why: "A script isn't always detected: all models read the most doubtful lines.",
    run: unlessKnown(unlessSettled(bySample)),
  },
  {
    name: "sibling",
    why: "Some scripts have two models, which detection doesn't distinguish.",
    run: unlessKnown(unlessSettled(bySibling)),
  },
  {
    name: "beside",
    why: "Text in a margin may run up or down.",
    run: linesBeside,
  },
  {
    name: "findings",
    why: "What this page is like helps with the next one.",
    run({ attempt: { confidence, turn, lines }, hints }) {
      return confidence < sureText ? {} : { hints: { ...hints, turn, english: isEnglish(lines) } };
    },
  },
  {
    name: "missed",
    why: "The layout analysis misses lines beside the dark surroundings of a photographed page.",
    run: missed,
  },
  {
    name: "unread",
    why: "Nothing is lost without a warning.",
    run: unreadPlaces,
  },
  {
    name: "scripts",
    why: "A line in another script than the page's is read as look-alikes.",
    run: linesInOtherScripts,
  },
  {
    name: "text",
    why: "Lines are also seen in pictures and noise.",
    run: textLines,
  },
  {
    name: "german",
    why: "Sharp s is taken for a B, or read twice.",
    run: ({ text }) => ({ text: withSharpSs(text) }),
  },
  {
    name: "latin",
    why: "Models of other scripts take Latin words for numbers or look-alikes.",
    run: latinWords,
  },
  {
    name: "order",
    why: "Words from the right come in the order of their places.",
    run: wordOrder,
  },
  {
    name: "type",
    why: "Headings, code and lists are known by their type.",
    run: typeOfLines,
  },
];

/** A page after all passes, or after the named one. Throws 422 if a model is missing, and `TooLongError`. */
export async function readPage(
  image: GrayImage,
  {
    dpi,
    hints,
    languages,
    last,
  }: Pick<PageReading, "dpi" | "hints" | "languages"> & { readonly last?: ScanPassName | undefined },
  tools: ReadingTools,
): Promise<PageReading> {
  let page: PageReading = {
    ...{
      dpi,
      image,
      hints,
      languages,
      isPhoto: false,
      seen: undefined,
      isSettled: false,
      isOtherDownward: false,
    },
    ...{ attempt: noAttempt(image), unread: [], text: [], measured: [], beside: undefined },
  };

  for (const pass of scanPasses) {
    page = { ...page, ...(await pass.run(page, tools)) };
    if (pass.name === last) break;
  }

  return page;
}
