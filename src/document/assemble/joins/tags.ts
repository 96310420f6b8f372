/**
 * Tags of assembled documents (ISO 32000-2, 14.7): elements without content on a kept page are pruned, trees are joined
 * under one root, and the parent tree is written anew. Keys of later files move up by an offset.
 */

import {
  bytesString,
  type CosDict,
  type CosRef,
  type CosValue,
  dictOf,
  fromLatin1,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
  name,
  ref,
} from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { claimOf } from "../../conformance/claim.ts";
import { readNameTree, writeNameTree, writeNumberTree } from "../../name-trees.ts";
import { kidsOf, parentTree, structureKey, structureRoot, structureTree } from "../../tags/structure-tree.ts";
import { bytesAt, dictAt, groupBy, nameAt, nameMaker } from "../../typed-get.ts";
import type { Join } from "./join.ts";
import { pruneStructure, usedClasses } from "./prune-tags.ts";
import { renameInStructure, type StructureNames } from "./rename-tags.ts";
import type { PlannedSource, SourceDocument } from "./source-document.ts";

interface Joined {
  /** The root's target number; 0 while no document has tags. */
  root: number;
  /** Target number of the one element below the root that holds all documents; 0: there is none. */
  whole: number;
  readonly kids: CosValue[];
  readonly parents: Map<number, CosValue>;
  nextKey: number;
  readonly ids: Map<string, CosValue>;
  readonly roles: Map<string, string>;
  readonly classes: Map<string, CosValue>;
  readonly namespaces: CosValue[];
  markInfo: CosDict | undefined;
  /** The catalogue's Lang: the first document's. Text or undefined. */
  language: string | undefined;
  parts: number;
  readonly freeName: ReturnType<typeof nameMaker>;
}

/** Pages looked at for keys that a lost tree left behind. */
const stalePages = 8;

export function joinTags(rewriter: Rewriter, merging: boolean): Join {
  const joined: Joined = {
    root: 0,
    whole: 0,
    kids: [],
    parents: new Map(),
    nextKey: 0,
    ids: new Map(),
    roles: new Map(),
    classes: new Map(),
    namespaces: [],
    markInfo: undefined,
    language: undefined,
    parts: 0,
    freeName: nameMaker("_"),
  };
  return {
    plan(source) {
      const { document } = source;
      if (joined.parts++ === 0) joined.language = languageOf(source);
      if (structureRoot(document) === undefined) {
        if (source.catalog.has("StructTreeRoot"))
          source.warn("tags: the structure tree is damaged and was dropped");
        return { structureOffset: hasStaleKeys(source) ? undefined : 0 };
      }
      if (!source.whole && !structureTree(document)) {
        source.warn("tags: the structure tree is damaged and was dropped");
        return { structureOffset: undefined };
      }
      return { structureOffset: joined.nextKey };
    },
    add(source, found) {
      const rootNum = source.structureOffset === undefined ? undefined : structureRoot(source.document);
      const root = rootNum === undefined ? undefined : dictAt(source.cos, source.cos.object(rootNum));
      if (rootNum === undefined || !root) return;
      if (source.pages.some(({ repeat }) => repeat))
        source.warn("tags: pages taken more than once are tagged in their first copy only");
      if (joined.root === 0) {
        joined.root = rewriter.reserve();
        // PDF/UA-2 wants one Document below the root (ISO 32005, table 5): those of the files go into it.
        if (merging && claimOf(source.cos).pdfua === "2") joined.whole = rewriter.reserve();
      }
      source.copier.alias(rootNum, joined.root);
      const tree = source.whole ? undefined : structureTree(source.document);
      const pruned = tree && pruneStructure(source, found.annotations, tree);
      const kids = pruned?.kids ?? kidsOf(source.document, root);
      // Before they are renamed.
      const classes = pruned && root.has("ClassMap") ? usedClasses(source, pruned.elements) : undefined;
      const keys = new Set([...found.structureKeys, ...(pruned?.streamKeys ?? [])]);
      if (source.whole) moveStreamKeys(source, keys);
      const names = clashes(source, root, joined);
      if (names) renameInStructure(source, names);
      setLanguage(source, kids, joined.language);
      if (joined.whole !== 0) moveInto(source, kids, joined.whole);
      for (const kid of kids) {
        const target = source.copier.translate(kid);
        if (target !== null) joined.kids.push(target);
      }
      addParents(rewriter, source, joined, {
        parents: tree?.parents ?? parentTree(source.document),
        keys,
      });
      addNames(source, root, joined, names, classes);
      const mark = dictAt(source.cos, source.catalog.get("MarkInfo"));
      joined.markInfo ??= new Map();
      for (const [key, value] of mark ?? []) {
        const target = source.copier.translate(value);
        if (!joined.markInfo.has(key) || target === true) joined.markInfo.set(key, target);
      }
    },
    finish({ catalog }) {
      if (joined.root === 0) return;
      const { ids, roles, classes, namespaces, markInfo } = joined;
      const root = dictOf({
        Type: name("StructTreeRoot"),
        K: joined.whole === 0 ? joined.kids : wholeDocument(rewriter, joined),
        ParentTree: ref(writeNumberTree(rewriter, joined.parents)),
        ParentTreeNextKey: joined.nextKey,
        IDTree: ids.size > 0 ? ref(writeNameTree(rewriter, ids)) : undefined,
        RoleMap: roles.size > 0 ? new Map(Array.from(roles, ([from, to]) => [from, name(to)])) : undefined,
        ClassMap: classes.size > 0 ? new Map(classes) : undefined,
        Namespaces: namespaces.length > 0 ? namespaces : undefined,
      });
      rewriter.set(joined.root, root);
      catalog.set("StructTreeRoot", ref(joined.root));
      if (markInfo && markInfo.size > 0) catalog.set("MarkInfo", markInfo);
    },
  };
}

function languageOf(source: SourceDocument): string | undefined {
  const bytes = bytesAt(source.cos, source.catalog.get("Lang"));
  return bytes && new TextDecoder("latin1").decode(bytes).toLowerCase();
}

function hasStaleKeys({ document }: SourceDocument): boolean {
  for (let page = 1; page <= Math.min(stalePages, document.pages.count); page++) {
    if (document.pages.dict(page).has("StructParents")) return true;
  }
  return false;
}

/** Form XObjects and images with keys of their own: they move with the pages' keys. */
function moveStreamKeys(source: PlannedSource, ofPages: ReadonlySet<number>): void {
  const offset = source.structureOffset ?? 0;
  if (offset === 0) return;
  const parents = parentTree(source.document);
  if ([...parents.keys()].every((key) => ofPages.has(key))) return;
  for (const nums of structureTree(source.document)?.streamsByPage.values() ?? []) {
    for (const num of new Set(nums)) {
      const stream = source.cos.object(num);
      if (!isStream(stream) || source.overrides.has(num)) continue;
      const key = structureKey(source.document, stream.dict);
      const entry = stream.dict.has("StructParents") ? "StructParents" : "StructParent";
      if (key === undefined) continue;
      source.overrides.set(num, { ...stream, dict: new Map(stream.dict).set(entry, key + offset) });
    }
  }
}

/** `keys`: those of what comes along. */
function addParents(
  rewriter: Rewriter,
  source: PlannedSource,
  joined: Joined,
  { parents, keys }: { readonly parents: ReadonlyMap<number, CosValue>; readonly keys: ReadonlySet<number> },
): void {
  const offset = source.structureOffset ?? 0;
  for (const key of source.whole ? parents.keys() : keys) {
    const value = parents.get(key);
    if (value === undefined || key < 0) continue;
    const target = source.copier.translate(value);
    if (target === null) continue;
    // Arrays go out at once: thousands of files must not be held in memory until the end.
    joined.parents.set(key + offset, isArray(target) ? ref(rewriter.add(target)) : target);
    joined.nextKey = Math.max(joined.nextKey, key + offset + 1);
  }
}

/** What has the name of something else in an earlier file; undefined: nothing. */
function clashes(source: PlannedSource, root: CosDict, joined: Joined): StructureNames | undefined {
  const names: StructureNames = { roles: new Map(), classes: new Map(), ids: new Map() };
  const roles = dictAt(source.cos, root.get("RoleMap")) ?? new Map<string, CosValue>();
  for (const role of clashingRoles(source, roles, joined.roles))
    names.roles.set(
      role,
      joined.freeName(role, (text) => joined.roles.has(text) || roles.has(text)),
    );
  if (joined.parts === 1) return names.roles.size > 0 ? names : undefined;
  const classes = dictAt(source.cos, root.get("ClassMap"));
  for (const key of classes?.keys() ?? []) {
    if (joined.classes.has(key))
      names.classes.set(
        key,
        joined.freeName(key, (text) => joined.classes.has(text) || classes?.has(text) === true),
      );
  }
  const ids = root.has("IDTree") ? readNameTree(source.cos, root.get("IDTree")) : undefined;
  for (const id of ids?.keys() ?? []) {
    if (joined.ids.has(id))
      names.ids.set(
        id,
        joined.freeName(id, (text) => joined.ids.has(text) || ids?.has(text) === true),
      );
  }
  return names.roles.size + names.classes.size + names.ids.size > 0 ? names : undefined;
}

/** Roles that stand for something else in an earlier file, and those of both that stand for one of them. */
function clashingRoles(
  { cos }: PlannedSource,
  roles: CosDict,
  earlier: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const common = [...roles.keys()].filter((role) => earlier.has(role));
  const clashing = new Set(common.filter((role) => earlier.get(role) !== nameAt(cos, roles.get(role))));
  const byTarget = groupBy(common, (role) => earlier.get(role));
  for (const target of clashing) for (const role of byTarget.get(target) ?? []) clashing.add(role);
  return clashing;
}

function addNames(
  source: PlannedSource,
  root: CosDict,
  joined: Joined,
  names: StructureNames | undefined,
  /** Of the attribute classes those that are used; undefined: all. */
  classes: ReadonlySet<string> | undefined,
): void {
  for (const [role, value] of dictAt(source.cos, root.get("RoleMap")) ?? []) {
    const to = nameAt(source.cos, value);
    if (to !== undefined) joined.roles.set(names?.roles.get(role) ?? role, names?.roles.get(to) ?? to);
  }
  for (const [key, value] of dictAt(source.cos, root.get("ClassMap")) ?? [])
    if (classes === undefined || classes.has(key))
      joined.classes.set(names?.classes.get(key) ?? key, source.copier.translate(value));
  if (root.has("IDTree")) {
    for (const [id, value] of readNameTree(source.cos, root.get("IDTree"))) {
      const target = source.copier.translate(value);
      if (target !== null) joined.ids.set(names?.ids.get(id) ?? id, target);
    }
  }
  const spaces = source.cos.resolve(root.get("Namespaces"));
  if (isArray(spaces)) joined.namespaces.push(...spaces.map((space) => source.copier.translate(space)));
}

/** A later file in another language gets its Lang at the top of its tags. */
function setLanguage(source: PlannedSource, kids: readonly CosValue[], language: string | undefined): void {
  const own = source.catalog.get("Lang");
  if (own === undefined || languageOf(source) === language) return;
  changeElements(source, kids, (element) => !element.has("Lang") && element.set("Lang", own));
}

/** Gives elements another parent, by its target number. */
function moveInto(source: PlannedSource, kids: readonly CosValue[], parent: number): void {
  const own = source.fresh();
  source.copier.alias(own, parent);
  changeElements(source, kids, (element) => element.set("P", source.ref(own)));
}

/** Changes elements that have objects of their own; `change` gets a copy, and gives false where nothing changes. */
function changeElements(
  source: PlannedSource,
  kids: readonly CosValue[],
  change: (element: CosDict) => CosDict | false,
): void {
  for (const kid of kids) {
    const num = isRef(kid) ? kid.num : 0;
    const dict =
      num === 0 ? undefined : dictAt(source.cos, source.overrides.get(num) ?? source.cos.object(num));
    if (!isDict(dict) || isNamed(dict.get("Type"), "MCR")) continue;
    const changed = change(new Map(dict));
    if (changed) source.overrides.set(num, changed);
  }
}

/** Writes the element that holds all documents (ISO 32000-2, 14.8.6). */
function wholeDocument(rewriter: Rewriter, joined: Joined): CosRef {
  const uri = bytesString(fromLatin1("http://iso.org/pdf2/ssn"));
  const namespace = ref(rewriter.add(dictOf({ Type: name("Namespace"), NS: uri })));
  joined.namespaces.push(namespace);
  const parent = ref(joined.root);
  const element = dictOf({
    Type: name("StructElem"),
    S: name("Document"),
    NS: namespace,
    P: parent,
    K: joined.kids,
  });
  rewriter.set(joined.whole, element);
  return ref(joined.whole);
}
