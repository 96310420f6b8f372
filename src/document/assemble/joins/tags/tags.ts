/**
 * Tags of assembled documents (ISO 32000-2, 14.7): elements without content on a kept page are pruned, trees are joined under
 * one root, and the parent tree is rewritten. Keys of later files are shifted by an offset.
 */
import { groupBy } from "../../../../core/collections/maps.ts";
import {
  bytesString,
  type CosDict,
  type CosRef,
  type CosValue,
  dictOf,
  fromLatin1,
  isArray,
  isNamed,
  isRef,
  isStream,
  latin1,
  name,
  ref,
} from "../../../../cos/syntax/value.ts";
import type { Rewriter } from "../../../../cos/write/rewrite.ts";
import { claimOf } from "../../../conformance/claim.ts";
import { readNameTree, writeNameTree, writeNumberTree } from "../../../name-trees.ts";
import {
  kidsOf,
  parentTree,
  structureKey,
  structureRoot,
  structureTree,
} from "../../../tags/structure-tree.ts";
import { arrayAt, bytesAt, dictAt, nameAt, nameMaker } from "../../../typed-get.ts";
import type { Join, NewCatalog } from "../join.ts";
import {
  changeDict,
  currentDict,
  type PageObjects,
  type Plan,
  type PlannedSource,
  type SourceDocument,
} from "../source-document.ts";
import { pruneStructure, usedNames } from "./prune-tags.ts";
import { followClass, renameInStructure, type StructureNames } from "./rename-tags.ts";

/** Pages examined for keys left by a lost tree. */
const stalePages = 8;

export class TagsJoin implements Join {
  readonly #rewriter: Rewriter;
  readonly #merging: boolean;
  /** The root's target number; 0 while no document has tags. */
  #root = 0;
  #hasTags = false;
  /** Target number of the element below the root that contains all documents; 0 if none. */
  #whole = 0;
  readonly #kids: CosValue[] = [];
  readonly #parents = new Map<number, CosValue>();
  #nextKey = 0;
  readonly #ids = new Map<string, CosValue>();
  readonly #roles = new Map<string, string>();
  readonly #classes = new Map<string, CosValue>();
  readonly #namespaces: CosValue[] = [];
  readonly #markInfo: CosDict = new Map();
  /** The catalog's Lang: the first document's. */
  #language: string | undefined;
  #parts = 0;
  readonly #freeName = nameMaker("_");

  constructor(rewriter: Rewriter, merging: boolean) {
    this.#rewriter = rewriter;
    this.#merging = merging;
  }

  plan(source: SourceDocument): Partial<Plan> {
    const { document } = source;
    if (this.#parts++ === 0) this.#language = languageOf(source);

    const root = structureRoot(document);
    if (root === undefined) {
      if (source.catalog.has("StructTreeRoot"))
        source.warn("tags: the structure tree is damaged and was dropped");
      return { structureOffset: hasStaleKeys(source) ? undefined : 0 };
    }

    if ((!source.whole || source.placing) && !structureTree(document)) {
      source.warn("tags: the structure tree is damaged and was dropped");
      source.drop((num) => num === root.num);
      return { structureOffset: undefined };
    }

    // At once, since pages may refer to it.
    if (this.#root === 0) this.#root = this.#rewriter.reserve();
    source.copier.alias(root.num, this.#root);

    return { structureOffset: this.#nextKey };
  }

  add(source: PlannedSource, found: PageObjects): void {
    const root = source.structureOffset === undefined ? undefined : structureRoot(source.document);
    if (!root) return;

    if (source.pages.some(({ repeat }) => repeat))
      source.warn("tags: pages taken more than once are tagged in their first copy only");
    if (!this.#hasTags) {
      this.#hasTags = true;
      // PDF/UA-2 requires one Document below the root (ISO 32005, table 5): the files' documents go into it.
      if (this.#merging && claimOf(source.cos).pdfua === "2") this.#whole = this.#rewriter.reserve();
    }

    const whole = source.whole && !source.placing;
    const tree = whole ? undefined : structureTree(source.document);
    const pruned = source.whole ? undefined : tree && pruneStructure(source, found.annotations, tree);
    const left = pruned?.kids ?? kidsOf(source.document, root.dict);
    const kids =
      (tree && source.placing?.structure(tree, pruned?.elements ?? tree.elements.keys(), left)) ?? left;
    // Before they are renamed.
    const used = pruned && usedNames(source, pruned.elements);
    const keys = new Set([...found.structureKeys, ...(pruned?.streamKeys ?? [])]);
    if (source.whole) moveStreamKeys(source, keys);
    const names = { ...this.#clashes(source, root.dict), keptIds: used?.ids };
    const elements = pruned?.elements ?? structureTree(source.document)?.elements.keys() ?? [];
    renameInStructure(source, names, elements);
    setLanguage(source, kids, this.#language);
    if (this.#whole !== 0) moveInto(source, kids, this.#whole);

    for (const kid of kids) {
      const target = source.copier.translate(kid);
      if (target !== null) this.#kids.push(target);
    }

    this.#addParents(source, tree?.parents ?? parentTree(source.document), keys);
    this.#addNames(source, root.dict, names, used?.classes);

    for (const [key, value] of dictAt(source.cos, source.catalog.get("MarkInfo")) ?? []) {
      const target = source.copier.translate(value);
      if (!this.#markInfo.has(key) || target === true) this.#markInfo.set(key, target);
    }
  }

  finish({ catalog }: NewCatalog): void {
    if (!this.#hasTags) return;

    const [ids, roles, classes] = [this.#ids, this.#roles, this.#classes];
    // Before the namespaces, to which it adds one.
    const kids = this.#whole === 0 ? this.#kids : this.#wholeDocument();
    const root = dictOf({
      Type: name("StructTreeRoot"),
      K: kids,
      ParentTree: ref(writeNumberTree(this.#rewriter, this.#parents)),
      ParentTreeNextKey: this.#nextKey,
      IDTree: ids.size > 0 ? ref(writeNameTree(this.#rewriter, ids)) : undefined,
      RoleMap: roles.size > 0 ? new Map(Array.from(roles, ([from, to]) => [from, name(to)])) : undefined,
      ClassMap: classes.size > 0 ? classes : undefined,
      Namespaces: this.#namespaces.length > 0 ? this.#namespaces : undefined,
    });
    this.#rewriter.set(this.#root, root);
    catalog.set("StructTreeRoot", ref(this.#root));
    if (this.#markInfo.size > 0) catalog.set("MarkInfo", this.#markInfo);
  }

  /** `keys`: those of kept objects. */
  #addParents(
    source: PlannedSource,
    parents: ReadonlyMap<number, CosValue>,
    keys: ReadonlySet<number>,
  ): void {
    const offset = source.structureOffset ?? 0;
    for (const key of source.whole ? parents.keys() : keys) {
      const value = parents.get(key);
      if (value === undefined || key < 0) continue;
      const target = source.copier.translate(value);
      if (target === null) continue;
      // Arrays are written at once: thousands of files must not be held in memory until the end.
      this.#parents.set(key + offset, isArray(target) ? ref(this.#rewriter.add(target)) : target);
      this.#nextKey = Math.max(this.#nextKey, key + offset + 1);
    }
  }

  /** Names that mean something else in an earlier file. */
  #clashes(source: PlannedSource, root: CosDict): Omit<StructureNames, "keptIds"> {
    if (this.#parts === 1) return { roles: new Map(), classes: new Map(), ids: new Map() };

    const roles: CosDict = dictAt(source.cos, root.get("RoleMap")) ?? new Map();
    const classes: CosDict = dictAt(source.cos, root.get("ClassMap")) ?? new Map();
    const ids = readNameTree(source.cos, root.get("IDTree"));

    const renamed = (keys: Iterable<string>, own: CosDict, earlier: ReadonlyMap<string, unknown>) =>
      new Map(
        Array.from(keys, (key) => [key, this.#freeName(key, (text) => earlier.has(text) || own.has(text))]),
      );

    const common = (own: CosDict, earlier: ReadonlyMap<string, unknown>) =>
      [...own.keys()].filter((key) => earlier.has(key));
    return {
      roles: renamed(clashingRoles(source, roles, this.#roles), roles, this.#roles),
      classes: renamed(common(classes, this.#classes), classes, this.#classes),
      ids: renamed(common(ids, this.#ids), ids, this.#ids),
    };
  }

  /** `classes`: the attribute classes in use; undefined: all. */
  #addNames(
    source: PlannedSource,
    root: CosDict,
    names: StructureNames,
    classes: ReadonlySet<string> | undefined,
  ): void {
    const { cos, copier } = source;

    for (const [role, value] of dictAt(cos, root.get("RoleMap")) ?? []) {
      const to = nameAt(cos, value);
      if (to !== undefined) this.#roles.set(names.roles.get(role) ?? role, names.roles.get(to) ?? to);
    }

    for (const [key, value] of dictAt(cos, root.get("ClassMap")) ?? [])
      if (classes === undefined || classes.has(key))
        this.#classes.set(names.classes.get(key) ?? key, copier.translate(followClass(source, value, names)));

    for (const [id, value] of readNameTree(cos, root.get("IDTree"))) {
      const target = copier.translate(value);
      if (target !== null) this.#ids.set(names.ids.get(id) ?? id, target);
    }

    for (const space of arrayAt(cos, root.get("Namespaces")) ?? [])
      this.#namespaces.push(copier.translate(space));
  }

  /** Writes the element that contains all documents (ISO 32000-2, 14.8.6). */
  #wholeDocument(): CosRef {
    const uri = bytesString(fromLatin1("http://iso.org/pdf2/ssn"));
    const namespace = ref(this.#rewriter.add(dictOf({ Type: name("Namespace"), NS: uri })));
    this.#namespaces.push(namespace);
    const element = dictOf({
      Type: name("StructElem"),
      S: name("Document"),
      NS: namespace,
      P: ref(this.#root),
      K: this.#kids,
    });
    this.#rewriter.set(this.#whole, element);

    return ref(this.#whole);
  }
}

function languageOf(source: SourceDocument): string | undefined {
  const bytes = bytesAt(source.cos, source.catalog.get("Lang"));
  return bytes && latin1(bytes).toLowerCase();
}

function hasStaleKeys({ document }: SourceDocument): boolean {
  for (let page = 1; page <= Math.min(stalePages, document.pages.count); page++) {
    if (document.pages.dict(page).has("StructParents")) return true;
  }
  return false;
}

/** Form XObjects and images with their own keys, which are shifted like those of pages. */
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

/** Roles that mean something else in an earlier file, and roles of both that map to one of these. */
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

/** A later file in another language gets its Lang at the top of its tags. */
function setLanguage(source: PlannedSource, kids: readonly CosValue[], language: string | undefined): void {
  const own = source.catalog.get("Lang");
  if (own === undefined || languageOf(source) === language) return;
  changeElements(source, kids, (element) => element.has("Lang") || element.set("Lang", own));
}

/** Gives elements another parent, by its target number. */
function moveInto(source: PlannedSource, kids: readonly CosValue[], parent: number): void {
  const own = source.fresh();
  source.copier.alias(own, parent);
  changeElements(source, kids, (element) => element.set("P", source.ref(own)));
}

/** Changes elements that are separate objects. */
function changeElements(
  source: PlannedSource,
  kids: readonly CosValue[],
  change: (element: CosDict) => void,
): void {
  for (const kid of kids) {
    if (isRef(kid) && !isNamed(currentDict(source, kid.num)?.get("Type"), "MCR"))
      changeDict(source, kid.num, change);
  }
}
