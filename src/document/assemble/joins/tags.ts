/**
 * Tags of assembled documents (ISO 32000-2, 14.7): elements without content on a kept page are pruned, trees are joined
 * under one root, and the parent tree is written anew. Keys of later files move up by an offset.
 */

import {
  type CosDict,
  type CosValue,
  isArray,
  isDict,
  isNamed,
  isRef,
  isStream,
  name,
  ref,
} from "../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../cos/write/rewrite.ts";
import { readNameTree, writeNameTree, writeNumberTree } from "../../name-trees.ts";
import { kidsOf, parentTree, structureKey, structureRoot, structureTree } from "../../tags/structure-tree.ts";
import { bytesAt, dictAt, nameAt, nameMaker } from "../../typed-get.ts";
import { pruneStructure, usedClasses } from "./prune-tags.ts";
import { renameInStructure, type StructureNames } from "./rename-tags.ts";
import type { Part } from "./source-document.ts";

interface Joined {
  /** The root's target number; 0 while no part has tags. */
  root: number;
  readonly kids: CosValue[];
  readonly parents: Map<number, CosValue>;
  nextKey: number;
  readonly ids: Map<string, CosValue>;
  readonly roles: Map<string, string>;
  readonly classes: Map<string, CosValue>;
  readonly namespaces: CosValue[];
  markInfo: CosDict | undefined;
  /** The catalogue's Lang: the first part's. Text or undefined. */
  language: string | undefined;
  parts: number;
  readonly freeName: ReturnType<typeof nameMaker>;
}

/** Pages looked at for keys that a lost tree left behind. */
const stalePages = 8;

export function joinStructure(rewriter: Rewriter): {
  /** Before the pages: decides `structureOffset`. */
  plan(part: Part): void;
  /** After the pages. */
  add(part: Part): void;
  finish(catalog: CosDict): void;
} {
  const joined: Joined = {
    root: 0,
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
    plan(part) {
      const { document } = part;
      if (joined.parts++ === 0) joined.language = languageOf(part);
      if (structureRoot(document) === undefined) {
        if (part.catalog.has("StructTreeRoot"))
          part.warn("tags: the structure tree is damaged and was dropped");
        part.structureOffset = hasStaleKeys(part) ? undefined : 0;
        return;
      }
      if (!part.whole && !structureTree(document)) {
        part.warn("tags: the structure tree is damaged and was dropped");
        part.structureOffset = undefined;
        return;
      }
      part.structureOffset = joined.nextKey;
    },
    add(part) {
      const rootNum = part.structureOffset === undefined ? undefined : structureRoot(part.document);
      const root = rootNum === undefined ? undefined : dictAt(part.cos, part.cos.object(rootNum));
      if (rootNum === undefined || !root) return;
      if (part.pages.some(({ repeat }) => repeat))
        part.warn("tags: pages taken more than once are tagged in their first copy only");
      if (joined.root === 0) joined.root = rewriter.reserve();
      part.copier.alias(rootNum, joined.root);
      const tree = part.whole ? undefined : structureTree(part.document);
      const pruned = tree && pruneStructure(part, tree);
      const kids = pruned?.kids ?? kidsOf(part.document, root);
      // Before they are renamed.
      const classes = pruned && root.has("ClassMap") ? usedClasses(part, pruned.elements) : undefined;
      if (part.whole) moveStreamKeys(part);
      const names = clashes(part, root, joined);
      if (names) renameInStructure(part, names);
      speakLanguage(part, kids, joined.language);
      for (const kid of kids) {
        const target = part.copier.translate(kid);
        if (target !== null) joined.kids.push(target);
      }
      addParents(part, joined, tree?.parents ?? parentTree(part.document));
      addNames(part, root, joined, names, classes);
      const mark = dictAt(part.cos, part.catalog.get("MarkInfo"));
      joined.markInfo ??= new Map();
      for (const [key, value] of mark ?? []) {
        const target = part.copier.translate(value);
        if (!joined.markInfo.has(key) || target === true) joined.markInfo.set(key, target);
      }
    },
    finish(catalog) {
      if (joined.root === 0) return;
      const dict: CosDict = new Map();
      dict.set("Type", name("StructTreeRoot")).set("K", joined.kids);
      dict.set("ParentTree", ref(writeNumberTree(rewriter, joined.parents)));
      dict.set("ParentTreeNextKey", joined.nextKey);
      const { ids, roles, classes, namespaces, markInfo } = joined;
      if (ids.size > 0) dict.set("IDTree", ref(writeNameTree(rewriter, ids)));
      if (roles.size > 0) dict.set("RoleMap", new Map(Array.from(roles, ([from, to]) => [from, name(to)])));
      if (classes.size > 0) dict.set("ClassMap", new Map(classes));
      if (namespaces.length > 0) dict.set("Namespaces", namespaces);
      rewriter.set(joined.root, dict);
      catalog.set("StructTreeRoot", ref(joined.root));
      if (markInfo && markInfo.size > 0) catalog.set("MarkInfo", markInfo);
    },
  };
}

function languageOf(part: Part): string | undefined {
  const bytes = bytesAt(part.cos, part.catalog.get("Lang"));
  return bytes && new TextDecoder("latin1").decode(bytes).toLowerCase();
}

function hasStaleKeys({ document }: Part): boolean {
  for (let page = 1; page <= Math.min(stalePages, document.pages.count); page++) {
    if (document.pages.dict(page).has("StructParents")) return true;
  }
  return false;
}

/** Form XObjects and images with keys of their own: they move with the pages' keys. */
function moveStreamKeys(part: Part): void {
  const offset = part.structureOffset ?? 0;
  if (offset === 0) return;
  const parents = parentTree(part.document);
  if ([...parents.keys()].every((key) => part.structureKeys.has(key))) return;
  for (const nums of structureTree(part.document)?.streamsByPage.values() ?? []) {
    for (const num of new Set(nums)) {
      const stream = part.cos.object(num);
      if (!isStream(stream) || part.overrides.has(num)) continue;
      const key = structureKey(part.document, stream.dict);
      const entry = stream.dict.has("StructParents") ? "StructParents" : "StructParent";
      if (key === undefined) continue;
      part.overrides.set(num, { ...stream, dict: new Map(stream.dict).set(entry, key + offset) });
    }
  }
}

function addParents(part: Part, joined: Joined, parents: ReadonlyMap<number, CosValue>): void {
  const offset = part.structureOffset ?? 0;
  const keys = part.whole ? parents.keys() : part.structureKeys;
  for (const key of keys) {
    const value = parents.get(key);
    if (value === undefined || key < 0) continue;
    const target = part.copier.translate(value);
    if (target === null) continue;
    // Arrays go out at once: thousands of files must not be held in memory until the end.
    joined.parents.set(key + offset, isArray(target) ? ref(part.rewriter.add(target)) : target);
    joined.nextKey = Math.max(joined.nextKey, key + offset + 1);
  }
}

/** What has the name of something else in an earlier file; undefined: nothing. */
function clashes(part: Part, root: CosDict, joined: Joined): StructureNames | undefined {
  const names: StructureNames = { roles: new Map(), classes: new Map(), ids: new Map() };
  const roles = dictAt(part.cos, root.get("RoleMap"));
  for (const [role, value] of roles ?? []) {
    const known = joined.roles.get(role);
    if (known !== undefined && known !== nameAt(part.cos, value))
      names.roles.set(
        role,
        joined.freeName(role, (text) => joined.roles.has(text) || roles?.has(text) === true),
      );
  }
  if (joined.parts === 1) return names.roles.size > 0 ? names : undefined;
  const classes = dictAt(part.cos, root.get("ClassMap"));
  for (const key of classes?.keys() ?? []) {
    if (joined.classes.has(key))
      names.classes.set(
        key,
        joined.freeName(key, (text) => joined.classes.has(text) || classes?.has(text) === true),
      );
  }
  const ids = root.has("IDTree") ? readNameTree(part.cos, root.get("IDTree")) : undefined;
  for (const id of ids?.keys() ?? []) {
    if (joined.ids.has(id))
      names.ids.set(
        id,
        joined.freeName(id, (text) => joined.ids.has(text) || ids?.has(text) === true),
      );
  }
  return names.roles.size + names.classes.size + names.ids.size > 0 ? names : undefined;
}

function addNames(
  part: Part,
  root: CosDict,
  joined: Joined,
  names: StructureNames | undefined,
  /** Of the attribute classes those that are used; undefined: all. */
  classes: ReadonlySet<string> | undefined,
): void {
  for (const [role, value] of dictAt(part.cos, root.get("RoleMap")) ?? []) {
    const to = nameAt(part.cos, value);
    if (to !== undefined) joined.roles.set(names?.roles.get(role) ?? role, names?.roles.get(to) ?? to);
  }
  for (const [key, value] of dictAt(part.cos, root.get("ClassMap")) ?? [])
    if (classes === undefined || classes.has(key))
      joined.classes.set(names?.classes.get(key) ?? key, part.copier.translate(value));
  if (root.has("IDTree")) {
    for (const [id, value] of readNameTree(part.cos, root.get("IDTree"))) {
      const target = part.copier.translate(value);
      if (target !== null) joined.ids.set(names?.ids.get(id) ?? id, target);
    }
  }
  const spaces = part.cos.resolve(root.get("Namespaces"));
  if (isArray(spaces)) joined.namespaces.push(...spaces.map((space) => part.copier.translate(space)));
}

/** A later file in another language says so itself, at the top of its tags. */
function speakLanguage(part: Part, kids: readonly CosValue[], language: string | undefined): void {
  const own = part.catalog.get("Lang");
  if (own === undefined || languageOf(part) === language) return;
  for (const kid of kids) {
    const num = isRef(kid) ? kid.num : 0;
    const dict = num === 0 ? undefined : dictAt(part.cos, part.overrides.get(num) ?? part.cos.object(num));
    if (isDict(dict) && !dict.has("Lang") && !isNamed(dict.get("Type"), "MCR"))
      part.overrides.set(num, new Map(dict).set("Lang", own));
  }
}
