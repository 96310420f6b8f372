/** Attached files: what each level allows, and what it demands for each (ISO 19005-3, 6.8; ISO 19005-4, 6.9). */

import { failed } from "../../core/problem.ts";
import {
  type CosRef,
  type CosValue,
  isArray,
  isDict,
  isRef,
  name,
  ref,
  withEntries,
} from "../../cos/syntax/value.ts";
import type { EditSession } from "../../document/edit.ts";
import { decodeText } from "../../document/text-string.ts";
import { arrayAt } from "../../document/typed-get.ts";
import type { PdfObject } from "../object.ts";
import { PdfObject as Objects } from "../object.ts";
import { embeddedOf, isFileSpec } from "../survey/parts.ts";
import { changeDicts, type Fixing } from "./fixing.ts";

interface Attached {
  readonly spec: PdfObject;
  readonly files: readonly PdfObject[];
}

function attachedFiles({ session }: Fixing): Attached[] {
  const { cos } = session;
  const found: Attached[] = [];
  changeDicts(session, (dict, num) => {
    const spec = isFileSpec(dict, cos)
      ? Objects.at(cos, dict === cos.object(num) ? ref(num, cos.generation(num)) : dict)
      : undefined;
    const files = spec ? embeddedOf(spec) : [];
    if (spec && files.length > 0) found.push({ spec, files });
    return undefined;
  });
  return found;
}

/** Gives file specifications that are part of another object one of their own, which the catalog can list. */
function separateSpecs(session: EditSession): CosRef[] {
  const { cos } = session;
  const made: CosRef[] = [];
  const separate = (value: CosValue): CosValue => {
    if (!isDict(value) || !isFileSpec(value, cos)) return value;
    const own = session.add(value);
    made.push(own);
    return own;
  };
  changeDicts(session, (dict) => {
    const changes = ["FS", "Names"].flatMap((key) => {
      const value = dict.get(key);
      if (value === undefined) return [];
      const own = isArray(value) ? value.map(separate) : separate(value);
      const isSame =
        isArray(value) && isArray(own) ? own.every((item, at) => item === value[at]) : own === value;
      return isSame ? [] : [[key, own] as const];
    });
    return changes.length > 0 ? withEntries(dict, Object.fromEntries(changes)) : undefined;
  });
  return made;
}

const nameOf = ({ spec }: Attached) =>
  decodeText(spec.text("UF") ?? spec.text("F") ?? new Uint8Array(0)) || "unnamed";

/** Throws 422 for attachments that the level forbids; otherwise completes what describes them. */
export function fixAttachments(fixing: Fixing, isArchived: (file: PdfObject) => boolean | undefined): void {
  const { session, level, note } = fixing;
  const { cos } = session;
  const attached = attachedFiles(fixing);
  const forbidden = attached.filter(({ files }) => {
    if (level === "1b") return true;
    if (level === "4f" || level.startsWith("3")) return false;
    return files.some((file) => isArchived(file) !== true);
  });
  if (forbidden.length > 0) {
    const names = forbidden.slice(0, 10).map(nameOf).join(", ");
    throw failed(
      `PDF/A-${level} doesn't allow the attached ${forbidden.length === 1 ? "file" : "files"} ${names}: use level ${level === "4" ? "4f" : "3b"}, or remove ${forbidden.length === 1 ? "it" : "them"}`,
    );
  }
  if (level === "4f" && attached.length === 0)
    throw failed("PDF/A-4f is for documents with attached files, and this one has none: use level 4", {
      hint: { kind: "level", command: "4" },
    });
  if (attached.length === 0 || !(level.startsWith("3") || level.startsWith("4"))) return;

  const listed = arrayAt(cos, cos.catalog.get("AF")) ?? [];
  const known = new Set(listed.flatMap((item) => (isRef(item) ? [item.num] : [])));
  const more: CosValue[] = level.startsWith("3") ? separateSpecs(session) : [];
  for (const { spec, files } of attached) {
    if (level.startsWith("3") && spec.num > 0 && !known.has(spec.num)) more.push(spec.ref);
    for (const file of files) {
      if (/^[-\w+.]+\/[-\w+.]+$/.test(file.name("Subtype") ?? "") || !file.stream || file.num === 0) continue;
      session.set(file.num, {
        ...file.stream,
        dict: withEntries(file.stream.dict, { Subtype: name("application/octet-stream") }),
      });
      note("attachments");
    }
  }
  if (more.length === 0) return;
  session.setCatalog({ AF: [...listed, ...more] });
  note("attachments");
}
