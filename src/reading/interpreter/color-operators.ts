/** Colours (ISO 32000-2, table 73) matter to nobody; text that was shown before them is on the page, and may stand in patterns. */
import { isStream } from "../../cos/syntax/value.ts";
import { mayShowText } from "./extended-state.ts";
import type { Operator } from "./page-run.ts";
import { Unsupported } from "./state/unsupported.ts";

const plain: Operator = (run) => run.actualTexts.flush();

/** Refuses a page on which text may stand in a pattern. */
const choose: Operator = (run) => {
  run.actualTexts.flush();
  const { name } = run.lexer;
  if (name === "") return;
  const { cos } = run.shared.document;
  const pattern = cos.resolve(run.scope.find("Pattern", name));
  if (isStream(pattern) && mayShowText(cos, pattern)) throw new Unsupported("pattern with text");
};

export const colorOperators: Readonly<Record<string, Operator>> = {
  ...{ g: plain, G: plain, rg: plain, RG: plain, k: plain, K: plain, cs: plain, CS: plain },
  ...{ sc: choose, SC: choose, scn: choose, SCN: choose },
};
