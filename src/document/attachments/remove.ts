/** Removes embedded files: their data, and everything that leads to them. The result is rewritten, so no revision has them. */
import {
  type CosDict,
  type CosRef,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
  isString,
  latin1,
  ref,
  withEntries,
  without,
} from "../../cos/syntax/value.ts";
import { withdrawClaim } from "../conformance/withdraw.ts";
import type { EditSession } from "../edit.ts";
import { readNameTree, writeNameTree } from "../name-trees.ts";
import { bytesAt, dictAt, refNumber } from "../typed-get.ts";
import { type AttachedFile, attachedFiles, attachmentName } from "./attachments.ts";

/** Removes all files with these names, as `attachedFiles` gives them. */
export function removeAttachments(session: EditSession, names: ReadonlySet<string>): void {
  const all = attachedFiles(session.document);
  const removal = new Removal(session, names, all);
  removal.prune();
  removal.dropData(all);
  session.requireRewrite();
}

class Removal {
  readonly #session: EditSession;
  readonly #names: ReadonlySet<string>;
  /** Numbers of removed file specifications and annotations. */
  readonly #gone = new Set<number>();
  #hasTaggedNote = false;

  constructor(session: EditSession, names: ReadonlySet<string>, all: readonly AttachedFile[]) {
    this.#session = session;
    this.#names = names;
    for (const { name, num } of all) if (names.has(name) && num !== 0) this.#gone.add(num);
    this.#eachObject((num, value) => {
      if (isDict(value) && this.#isRemoved(value)) this.#gone.add(num);
    });
    // Once the specifications are known: annotations that only show one, and their pop-up windows.
    this.#eachObject((num, value) => {
      if (!isDict(value) || !this.#isNote(value)) return;
      this.#gone.add(num);
      this.#gone.add(refNumber(value.get("Popup")) ?? 0);
    });
  }

  /** Takes everything that leads to the files from all objects. */
  prune(): void {
    const session = this.#session;
    this.#dropNames();
    this.#eachObject((num, value) => {
      const kept = this.#gone.has(num) ? undefined : this.#pruned(value);
      if (kept !== value) session.set(num, kept);
    });
    // Repeated pages aren't in any object yet.
    for (let page = 1; page <= session.pageCount; page++) {
      if (session.objectOf(page) !== 0) continue;
      const dict = session.page(page);
      const kept = this.#pruned(dict);
      if (kept !== dict && isDict(kept)) session.setPage(page, kept);
    }
    if (this.#hasTaggedNote)
      withdrawClaim(session, "pdfua", "a tagged annotation with an attached file was removed");
  }

  /** Removes the data that no other file shares. */
  dropData(all: readonly AttachedFile[]): void {
    const streams = (removed: boolean) =>
      new Set(
        all
          .filter(({ name }) => this.#names.has(name) === removed)
          .flatMap(({ specification, dataNum }) => [
            dataNum,
            ...[...(dictAt(this.#session.cos, specification.get("EF"))?.values() ?? [])].map(refNumber),
          ]),
      );
    const shared = streams(false);
    for (const num of streams(true)) if (num && !shared.has(num)) this.#session.set(num, undefined);
  }

  #eachObject(visit: (num: number, value: CosValue) => void): void {
    const { cos } = this.#session;
    for (let num = 1; num < cos.objectCount; num++) {
      if (!cos.inUse(num)) continue;
      visit(num, cos.object(num));
      cos.budget.spend(1);
    }
  }

  /** The name tree without the files, and a portfolio without its first document if that is one of them. */
  #dropNames(): void {
    const session = this.#session;
    const { cos } = session;
    const names = dictAt(cos, cos.catalog.get("Names"));
    if (!names?.has("EmbeddedFiles")) return;
    const tree = readNameTree(cos, names.get("EmbeddedFiles"));
    const removed = [...tree].filter(([key, value]) => this.#leadsThere(value, key)).map(([key]) => key);
    if (removed.length === 0) return;
    for (const key of removed) tree.delete(key);
    const root: CosRef | undefined =
      tree.size > 0 ? ref(writeNameTree({ add: (value) => session.add(value).num }, tree)) : undefined;
    const left = withEntries(names, { EmbeddedFiles: root });
    session.setCatalog({ Names: left.size > 0 ? left : undefined });
    const collection = dictAt(cos, cos.catalog.get("Collection"));
    const opened = bytesAt(cos, collection?.get("D"));
    if (collection && opened && removed.includes(latin1(opened)))
      session.setCatalog({ Collection: without(collection, ["D"]) });
  }

  /** The value without references to the files; the parser bounds its nesting. */
  #pruned(value: CosValue): CosValue {
    if (isArray(value)) return this.#prunedList(value);
    if (isStream(value)) {
      const dict = this.#pruned(value.dict);
      return dict === value.dict || !isDict(dict) ? value : { ...value, dict };
    }
    if (!isDict(value)) return value;
    let changed: CosDict | undefined;
    for (const [key, entry] of value) {
      const kept = this.#leadsThere(entry) ? undefined : this.#pruned(entry);
      if (kept === entry) continue;
      changed ??= new Map(value);
      if (kept === undefined) changed.delete(key);
      else changed.set(key, kept);
    }
    return changed ?? value;
  }

  /** In a name tree's node, the key goes with its value. */
  #prunedList(list: CosValue[]): CosValue {
    const kept: CosValue[] = [];
    let isSame = true;
    for (const [at, item] of list.entries()) {
      const before = list[at - 1];
      const key = isString(before) ? before : undefined;
      if (this.#leadsThere(item, key && latin1(key.bytes))) {
        if (key) kept.pop();
        isSame = false;
        continue;
      }
      const own = this.#pruned(item);
      isSame &&= own === item;
      kept.push(own);
    }
    return isSame ? list : kept;
  }

  /** Whether a value is, or refers to, a removed specification or annotation. `key`: its key in a name tree. */
  #leadsThere(value: CosValue, key?: string): boolean {
    if (isRef(value)) return this.#gone.has(value.num);
    return isDict(value) && (this.#isRemoved(value, key) || this.#isNote(value));
  }

  #isRemoved(dict: CosDict, key?: string): boolean {
    const name = attachmentName(this.#session.cos, dict, key);
    return name !== undefined && this.#names.has(name);
  }

  /** Whether it is an annotation that shows one of the files (12.5.6.15). */
  #isNote(dict: CosDict): boolean {
    if (!isNamed(dict.get("Subtype"), "FileAttachment")) return false;
    const place = dict.get("FS");
    const file = dictAt(this.#session.cos, place);
    if (!this.#gone.has(refNumber(place) ?? 0) && !(file && this.#isRemoved(file))) return false;
    this.#hasTaggedNote ||= dict.has("StructParent");
    return true;
  }
}
