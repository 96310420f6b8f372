/** Content that pages show without drawing it themselves: cells of patterns, procedures of glyphs, groups of masks. */
import { boxAround } from "../../core/geometry.ts";
import type { CosDocument } from "../../cos/document.ts";
import {
  type CosDict,
  type CosRef,
  type CosValue,
  isNamed,
  isRef,
  ref,
  without,
} from "../../cos/syntax/value.ts";
import { newStream } from "../../cos/write/serialize.ts";
import type { EditSession } from "../../document/edit.ts";
import { dictAt, numberAt, streamAt } from "../../document/typed-get.ts";
import { mayShowText } from "../../reading/interpreter/extended-state.ts";
import { watchContent } from "../../reading/interpreter/interpret-page.ts";
import type { DocumentRun } from "../../reading/interpreter/page-run.ts";
import { SearchPage } from "../../search/search-page.ts";
import { eachDict } from "../every-dict.ts";
import { PageTarget } from "../target.ts";
import { linesOfContent } from "../words/seen-lines.ts";
import type { Wanted } from "../words/word-check.ts";
import { PageEditor, withObjects } from "./page-editor.ts";

/** Removes wanted text from such content, wherever it is shown. Returns the names of the items found. Throws what reading content throws. */
export function clearAside(session: EditSession, run: DocumentRun, wanted: readonly Wanted[]): Set<string> {
  const { cos } = session;
  const names = new Set<string>();
  for (const [num, resources] of contentsAside(cos)) {
    const stream = streamAt(cos, ref(num));
    const own = dictAt(cos, resources);
    if (!stream || !own || !mayShowText(cos, { ...stream, dict: new Map([["Resources", own]]) })) continue;
    const target = new PageTarget();
    const content = cos.decode(stream).slice();
    for (const line of linesOfContent(run, content, own)) {
      const search = new SearchPage([{ text: line.text, lines: [] }]);
      for (const { name, find } of wanted)
        for (const { start, end } of find(search)) {
          const found = line.letters(start, end);
          if (found.length === 0) continue;
          names.add(name);
          target.add([boxAround(found.map(({ box }) => box))], found);
        }
    }
    if (target.areas.length === 0) continue;
    const editor = new PageEditor(session, target, noImage);
    watchContent(run, content, own, editor);
    const { result } = editor;
    if (!result) continue;
    const dict: CosDict = without(stream.dict, ["Filter", "DecodeParms", "Length"]);
    if (dict.has("Resources")) dict.set("Resources", withObjects(cos, own, result.made, result.content));
    session.set(num, newStream(dict, result.content, { deflate: true }));
  }
  return names;
}

/** Without areas, no image is touched. */
const noImage = (): CosRef => {
  throw new Error("an image of content without areas");
};

/** Numbers of such content, with its resources. */
function contentsAside(cos: CosDocument): Map<number, CosValue> {
  const found = new Map<number, CosValue>();
  const add = (value: CosValue | undefined, resources?: CosValue) => {
    const own = resources ?? streamAt(cos, value)?.dict.get("Resources");
    if (isRef(value) && own !== undefined) found.set(value.num, own);
  };
  eachDict(cos, (dict, num, stream) => {
    if (stream && numberAt(cos, dict.get("PatternType")) === 1) add(ref(num));
    if (dict.has("G") && dict.has("S")) add(dict.get("G"));
    if (isNamed(cos.resolve(dict.get("Subtype")), "Type3"))
      for (const procedure of dictAt(cos, dict.get("CharProcs"))?.values() ?? [])
        add(procedure, dict.get("Resources"));
  });
  return found;
}
