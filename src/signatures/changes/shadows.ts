/** Objects that a file has twice, and that readers choose differently: one that rebuilds the cross-reference takes the last. */
import type { CosDocument } from "../../cos/document.ts";
import { matchesIn } from "../../cos/syntax/source-window.ts";
import { memo } from "../../document/typed-get.ts";

/** An object's header at the start of a line; streams begin and end with words of their own. */
const headerOrStream =
  /\bendstream\b|\bstream\r?\n|(?:^|[\r\n])[ \t]{0,8}(\d{1,7})[ \t]{1,8}\d{1,5}[ \t]{1,8}obj\b/g;

export interface Shadow {
  readonly num: number;
  readonly offset: number;
}

/** Objects after the one that the cross-reference locates, by their offset. */
export const shadowsIn = memo((cos: CosDocument): readonly Shadow[] => {
  cos.budget.scan(cos.source.size);
  const found: Shadow[] = [];
  let isInStream = false;
  for (const match of matchesIn(cos.source, headerOrStream)) {
    const [text, digits] = match;
    if (digits === undefined) {
      isInStream = !text.startsWith("end");
      continue;
    }
    const num = Number(digits);
    const place = cos.offsetOf(num) ?? cos.offsetOf(cos.packedIn(num)?.[0] ?? 0);
    const offset = match.index + text.search(/\d/);
    if (!isInStream && place !== undefined && offset > place) found.push({ num, offset });
  }
  return found;
});
