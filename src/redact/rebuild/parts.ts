/** Parts of a new document that aren't just entries of a table: each writes one kind of value. */

import { failed } from "../../core/problem.ts";
import { Lexer } from "../../cos/syntax/content/lexer.ts";
import { contentOperators } from "../../cos/syntax/content/operators.ts";
import { isOfContent } from "../../cos/syntax/content/unsupported.ts";
import {
  bytesString,
  type CosArray,
  type CosDict,
  type CosValue,
  dictOf,
  isArray,
  isDict,
  isName,
  isNamed,
  isRef,
  isStream,
  isString,
  latin1,
  name,
  ref,
} from "../../cos/syntax/value.ts";
import { ContentWriter } from "../../cos/write/content.ts";
import { newStream } from "../../cos/write/serialize.ts";
import { withdrawClaim } from "../../document/conformance/withdraw.ts";
import { constantCall } from "../../document/forms/field-scripts.ts";
import { fieldsUp } from "../../document/forms/fields.ts";
import { readNameTree, readNumberTree, writeNameTree, writeNumberTree } from "../../document/name-trees.ts";
import { decodeText, textString } from "../../document/text-string.ts";
import { arrayAt, dataOf, dictAt, nameAt, numberAt } from "../../document/typed-get.ts";
import { showsText, textsShownBy } from "../words/said.ts";
import { fontParts } from "./fonts.ts";
import { isKeptLanguage } from "./metadata.ts";
import type { Part, Rebuild } from "./rebuild.ts";
import { resourceParts } from "./resources.ts";

const page: Part = (to, value) => {
  const num = isRef(value) ? to.pages.get(value.num) : undefined;
  return num === undefined ? undefined : ref(num);
};

const annotation: Part = (to, value) => {
  const num = isRef(value) ? to.annotations.get(value.num) : undefined;
  return num === undefined ? undefined : ref(num);
};

/** A destination: a page and numbers, or a name. */
const destination: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (isName(value)) return name(to.ownName("Place", value.name));
  if (isString(value)) return to.ownBytes("Place", value.bytes);
  const array = isDict(value) ? arrayAt(to.cos, value.get("D")) : value;
  return isArray(array) ? placeOf(to, array) : undefined;
};

function placeOf(to: Rebuild, array: CosArray): CosValue | undefined {
  const [target = null, kind = null, ...rest] = array;
  const at = typeof target === "number" ? target : page(to, target, new Map());
  const how = to.cos.resolve(kind);
  if (at === undefined || !isName(how)) return undefined;
  const numbers = rest.map((item) => {
    const number = to.cos.resolve(item);
    return typeof number === "number" ? number : null;
  });
  return [at, to.name(how.name) ?? name("Fit"), ...numbers];
}

/** Names of viewers' own actions (table 215). */
const viewerActions = new Set([
  "NextPage",
  "PrevPage",
  "FirstPage",
  "LastPage",
  "Print",
  "GoBack",
  "GoForward",
]);

const action: Part = (to, entry) => {
  const dict = dictAt(to.cos, entry);
  if (!dict) return undefined;
  const kind = nameAt(to.cos, dict.get("S"));
  const made = dictOf({ S: name(kind ?? "") });
  const set = (key: string, value: CosValue | undefined): CosDict | undefined =>
    value === undefined ? undefined : made.set(key, value);
  switch (kind) {
    case "GoTo":
      return set("D", destination(to, dict.get("D") ?? null, dict));
    case "URI": {
      const uri = to.cos.resolve(dict.get("URI"));
      if (!isString(uri) || to.says(uri.bytes, "address")) return gone(to, "annotations");
      return set("URI", uri);
    }
    case "Named": {
      const called = nameAt(to.cos, dict.get("N")) ?? "";
      return viewerActions.has(called) ? set("N", name(called)) : undefined;
    }
    case "GoToR": {
      const file = fileName(to, dict.get("F") ?? null, dict);
      const place = to.cos.resolve(dict.get("D"));
      if (file === undefined || !isArray(place) || typeof to.cos.resolve(place[0] ?? null) !== "number")
        return undefined;
      set("D", placeOf(to, place));
      return set("F", file);
    }
    case "ResetForm":
    case "SubmitForm": {
      const fields = to.value("[Field]", dict.get("Fields") ?? null, dict);
      set("Fields", fields);
      set("Flags", to.value("number", dict.get("Flags") ?? null, dict));
      return kind === "ResetForm" ? made : set("F", fileName(to, dict.get("F") ?? null, dict));
    }
    case "JavaScript":
      return set("JS", script(to, dict.get("JS") ?? null));
    default:
      return undefined;
  }
};

function gone(to: Rebuild, what: string): undefined {
  to.options.count(what);
  return undefined;
}

/** A file's name or address: a string, or a dictionary with one. */
function fileName(to: Rebuild, entry: CosValue, owner: CosDict): CosValue | undefined {
  const value = to.cos.resolve(entry);
  if (isString(value)) return to.text(value.bytes, "address");
  if (!isDict(value)) return undefined;
  const made = to.dict("FileSpecification", value);
  made.delete("EF");
  if (isNamed(to.cos.resolve(value.get("FS")), "URL")) made.set("FS", name("URL"));
  void owner;
  return made.has("F") ? made : undefined;
}

const longestScript = 2000;

/** One call of a viewer's own functions with constants; no other script gets in. */
function script(to: Rebuild, entry: CosValue): CosValue | undefined {
  const value = to.cos.resolve(entry);
  const data = isStream(value) ? dataOf(to.cos, value, longestScript) : undefined;
  const bytes = isString(value) ? value.bytes : data;
  const call = bytes && bytes.length <= longestScript ? constantCall(decodeText(bytes)) : undefined;
  if (!call) return undefined;
  const text = `${call.name}(${call.values.map((one) => JSON.stringify(one)).join(", ")});`;
  return to.options.words.isIn(text, "address") ? undefined : textString(text);
}

const triggers: Part = (to, entry) => {
  const dict = dictAt(to.cos, entry);
  const made: CosDict = new Map();
  for (const key of ["K", "F", "V", "C"]) {
    const own = dictAt(to.cos, dict?.get(key));
    const written = own && action(to, own, own);
    if (written !== undefined) made.set(key, written);
  }
  return made.size > 0 ? made : undefined;
};

/** The name trees of the document: destinations, and attached files if they stay. */
const names: Part = (to, entry) => {
  const dict = dictAt(to.cos, entry);
  if (!dict) return undefined;
  const made: CosDict = new Map();
  const places = new Map<string, CosValue>();
  for (const [key, value] of readNameTree(to.cos, dict.get("Dests"))) {
    const place = destination(to, value, dict);
    const own = to.ownBytes("Place", Buffer.from(key, "latin1"));
    if (place !== undefined && isArray(place) && isString(own)) places.set(latin1(own.bytes), place);
  }
  if (places.size > 0) made.set("Dests", ref(writeNameTree(to.rewriter, places)));
  const files = new Map<string, CosValue>();
  for (const [key, value] of readNameTree(to.cos, dict.get("EmbeddedFiles"))) {
    const file = to.options.keepsFiles ? to.value("FileSpecification", value, dict) : gone(to, "attachments");
    const own = to.ownBytes("File", Buffer.from(key, "latin1"));
    if (file !== undefined && isString(own)) files.set(latin1(own.bytes), file);
  }
  if (files.size > 0) made.set("EmbeddedFiles", ref(writeNameTree(to.rewriter, files)));
  return made.size > 0 ? made : undefined;
};

const dests: Part = (to, entry) => {
  const made: CosDict = new Map();
  for (const [key, value] of dictAt(to.cos, entry) ?? []) {
    const place = destination(to, value, made);
    if (place !== undefined && isArray(place)) made.set(to.ownName("Place", key), place);
  }
  return made;
};

const pageLabels: Part = (to, entry) => {
  const labels = new Map<number, CosValue>();
  for (const [index, value] of readNumberTree(to.cos, entry)) {
    const label = to.value("PageLabel", value, new Map());
    if (label !== undefined) labels.set(index, label);
  }
  return ref(writeNumberTree(to.rewriter, labels));
};

/** Structure elements by the numbers of what holds their content. */
const parentTree: Part = (to, entry) =>
  to.lastTree((objects) => {
    const found = new Map<number, CosValue>();
    for (const [key, value] of readNumberTree(to.cos, entry)) {
      const list = to.cos.resolve(value);
      if (isArray(list)) found.set(key, to.add(list.map((item) => elementOf(to, item) ?? null)));
      else {
        const element = elementOf(to, value);
        if (element !== undefined) found.set(key, element);
      }
    }
    return writeNumberTree(objects, found);
  });

const elementOf = (to: Rebuild, entry: CosValue): CosValue | undefined =>
  isRef(entry) ? to.known("StructElem", entry) : undefined;

const idTree: Part = (to, entry) =>
  to.lastTree((objects) => {
    const found = new Map<string, CosValue>();
    for (const [key, value] of readNameTree(to.cos, entry)) {
      const own = to.ownBytes("Element", Buffer.from(key, "latin1"));
      const element = elementOf(to, value);
      if (element !== undefined && isString(own)) found.set(latin1(own.bytes), element);
    }
    return writeNameTree(objects, found);
  });

/** Kids of an element: elements, marked content by number, and references to objects that got in. */
const elements: Part = (to, entry, owner) => {
  const value = to.cos.resolve(entry);
  if (isArray(value)) {
    to.cos.budget.spend(value.length);
    return value.flatMap((item) => kidOf(to, item, owner) ?? []);
  }
  return kidOf(to, entry, owner);
};

function kidOf(to: Rebuild, entry: CosValue, owner: CosDict): CosValue | undefined {
  const value = to.cos.resolve(entry);
  if (typeof value === "number") return value;
  if (!isDict(value)) return undefined;
  const type = nameAt(to.cos, value.get("Type"));
  if (type === "OBJR") {
    const made = to.dict("ObjectReference", value);
    return made.has("Obj") ? made : undefined;
  }
  if (type === "MCR") return to.dict("MarkedContent", value);
  return losesItsObjects(to, value) ? undefined : to.value("StructElem", entry, owner);
}

/** Whether an element only holds objects that didn't get in, such as a removed field: without them, it would be empty. */
function losesItsObjects(to: Rebuild, element: CosDict): boolean {
  const value = to.cos.resolve(element.get("K"));
  const kids = (isArray(value) ? value : [value]).filter((kid) => kid !== null);
  to.cos.budget.spend(kids.length);
  return (
    kids.length > 0 &&
    kids.every((entry) => {
      const kid = dictAt(to.cos, entry);
      if (!kid || nameAt(to.cos, kid.get("Type")) !== "OBJR") return false;
      return !to.dict("ObjectReference", kid).has("Obj");
    })
  );
}

const usedObject: Part = (to, value) => annotation(to, value, new Map()) ?? usedStream(to, value, new Map());
const usedStream: Part = (to, value) => to.known("FormXObject", value) ?? to.known("Image", value);

const roles: Part = (to, entry) => {
  const made: CosDict = new Map();
  for (const [key, value] of dictAt(to.cos, entry) ?? []) {
    const role = nameAt(to.cos, value);
    if (role !== undefined) made.set(to.ownName("Tag", key), name(to.ownName("Tag", role)));
  }
  return made;
};

const rolesOfNamespace: Part = (to, entry) => {
  const made: CosDict = new Map();
  for (const [key, value] of dictAt(to.cos, entry) ?? []) {
    const role = to.cos.resolve(value);
    const own = isName(role) ? name(to.ownName("Tag", role.name)) : namespaced(to, role);
    if (own !== undefined) made.set(to.ownName("Tag", key), own);
  }
  return made;
};

function namespaced(to: Rebuild, value: CosValue): CosValue | undefined {
  if (!isArray(value)) return undefined;
  const role = nameAt(to.cos, value[0]);
  const space = to.value("Namespace", value[1] ?? null, new Map());
  return role === undefined || space === undefined ? undefined : [name(to.ownName("Tag", role)), space];
}

const tag: Part = (to, entry) => {
  const text = nameAt(to.cos, entry);
  return text === undefined ? undefined : name(to.ownName("Tag", text));
};

const classMap: Part = (to, entry) => {
  const made: CosDict = new Map();
  for (const [key, value] of dictAt(to.cos, entry) ?? []) {
    const own = to.value("attribute", value, made);
    if (own !== undefined) made.set(to.ownName("Class", key), own);
  }
  return made;
};

const classes: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  const list = isArray(value) ? value : [value];
  return list.flatMap((item) => {
    const one = to.cos.resolve(item);
    if (typeof one === "number") return one;
    return isName(one) ? name(to.ownName("Class", one.name)) : [];
  });
};

/** Attributes of an element; ids in `Headers` are written as those of elements are. */
const attributes: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (isArray(value))
    return value.flatMap((item) => {
      const one = to.cos.resolve(item);
      return typeof one === "number" ? one : (attributesOf(to, one) ?? []);
    });
  return attributesOf(to, value);
};

function attributesOf(to: Rebuild, value: CosValue): CosValue | undefined {
  const dict = isStream(value) ? value.dict : value;
  if (!isDict(dict)) return undefined;
  const made = to.value("attribute", dict, dict);
  const headers = arrayAt(to.cos, dict.get("Headers"));
  if (headers && isDict(made))
    made.set(
      "Headers",
      headers.flatMap((item) => {
        const id = to.cos.resolve(item);
        return isString(id) ? to.ownBytes("Element", id.bytes) : [];
      }),
    );
  return made;
}

/** Layers, names of groups and operators, in lists in lists. */
const layers: Part = (to, entry, owner) => layersIn(to, entry, owner, 0);

function layersIn(to: Rebuild, entry: CosValue, owner: CosDict, depth: number): CosValue | undefined {
  const value = to.cos.resolve(entry);
  if (isArray(value))
    return depth > 60 ? undefined : value.flatMap((item) => wrapped(layersIn(to, item, owner, depth + 1)));
  if (isString(value)) return to.text(value.bytes) ?? textString("***");
  if (isName(value)) return to.name(value.name);
  return to.value("Layer", entry, owner);
}

/** `flatMap` would take a list apart. */
const wrapped = (value: CosValue | undefined): CosValue[] => (value === undefined ? [] : [value]);

const said: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  return isString(value) ? (to.text(value.bytes) ?? textString("***")) : undefined;
};

const fieldName: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  return isString(value) ? to.ownBytes("Field", value.bytes) : undefined;
};

/** A field's value: texts, or the state of a button. */
const fieldValue: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (isName(value)) return name(to.ownName("State", value.name));
  if (isString(value)) return to.text(value.bytes);
  if (isStream(value)) {
    const data = dataOf(to.cos, value, 1_000_000);
    return data && to.text(data);
  }
  return isArray(value) ? value.flatMap((item) => fieldValue(to, item, new Map()) ?? []) : undefined;
};

/** Choices: texts, or pairs of the exported and the shown one. */
const choices: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (!isArray(value)) return undefined;
  const one = (item: CosValue): CosValue => said(to, item, new Map()) ?? textString("");
  return value.map((item) => {
    const pair = to.cos.resolve(item);
    return isArray(pair) ? pair.map(one) : one(pair);
  });
};

const state: Part = (to, entry) => {
  const text = nameAt(to.cos, entry);
  return text === undefined ? undefined : name(to.ownName("State", text));
};

/** What an annotation looks like: a form, or one for each state. */
const appearance: Part = (to, entry, owner) => {
  const dict = dictAt(to.cos, entry);
  if (!dict || isOutdated(to, owner)) return undefined;
  const made: CosDict = new Map();
  const isButton = isNamed(to.cos.resolve(owner.get("Subtype")), "Widget");
  for (const key of isButton ? ["N", "R", "D"] : ["N"]) {
    const own = dict.get(key);
    const value = to.cos.resolve(own);
    if (own === undefined) continue;
    if (isStream(value)) setPart(made, key, to.part("form", own, owner));
    else if (isDict(value)) {
      const states: CosDict = new Map();
      for (const [called, form] of value)
        setPart(states, to.ownName("State", called), to.part("form", form, owner));
      made.set(key, states);
    }
  }
  return made;
};

/** Whether an appearance shows a text that stays out. */
function isOutdated({ cos, options, session }: Rebuild, owner: CosDict): boolean {
  if (!showsText(owner)) return false;
  const texts = [...fieldsUp(cos, owner)].flatMap(({ value }) =>
    isDict(value) ? textsShownBy(cos, value) : [],
  );
  const found = texts.some((text) => options.words.isIn(text));
  if (found) withdrawClaim(session, "pdfa", "form fields lost their appearance");
  return found;
}

function setPart(dict: CosDict, key: string, value: CosValue | undefined): void {
  if (value !== undefined) dict.set(key, value);
}

const stated = new Set("Tf g G rg RG k K Tc Tw Tz TL Tr Ts".split(" "));

/** The font, size and color of a field's text, written again. */
const defaultAppearance: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  if (!isString(value)) return undefined;
  const lexer = new Lexer(value.bytes);
  const out = new ContentWriter();
  try {
    for (let code = lexer.next(); code !== 0; code = lexer.next()) {
      const operator = contentOperators.get(code)?.name ?? "";
      const font = operator === "Tf" ? [name(to.ownName("Font", lexer.name))] : [];
      if (stated.has(operator)) out.operator(operator, ...font, ...lexer.numbers);
    }
  } catch (error) {
    if (!isOfContent(error)) throw error;
  }
  return bytesString(out.bytes);
};

const language: Part = (to, entry) => {
  const value = to.cos.resolve(entry);
  const text = isString(value) ? decodeText(value.bytes) : "";
  return isKeptLanguage(to, text) ? textString(text) : undefined;
};

const fields: Part = (to, entry) => {
  const list = arrayAt(to.cos, entry) ?? [];
  return list.flatMap((item) => fieldOf(to, item) ?? []);
};

/** A field that is shown, or has others below it. */
function fieldOf(to: Rebuild, entry: CosValue): CosValue | undefined {
  const dict = dictAt(to.cos, entry);
  if (!dict) return undefined;
  if (isNamed(to.cos.resolve(dict.get("Subtype")), "Widget")) return annotation(to, entry, dict);
  return to.value("Field", entry, dict);
}

const kids: Part = (to, entry) => {
  const list = arrayAt(to.cos, entry) ?? [];
  const made = list.flatMap((item) => fieldOf(to, item) ?? []);
  return made.length > 0 ? made : undefined;
};

/** An attached file's data, which nobody looks into. */
const embeddedFile: Part = (to, entry) => {
  const stream = to.cos.resolve(entry);
  if (!isStream(stream)) return undefined;
  return to.once("EmbeddedFile", entry, () => {
    const data = dataOf(to.cos, stream);
    if (data) return newStream(to.dict("EmbeddedFile", stream.dict), data, { deflate: true });
    throw failed("The document can't be redacted: an attached file can't be read, so it can't be kept");
  });
};

const files: Part = (to, entry, owner) =>
  to.options.keepsFiles ? to.value("[FileSpecification]", entry, owner) : undefined;

export const outlineParent: Part = (to, entry) => {
  const dict = dictAt(to.cos, entry);
  if (!dict || !isRef(entry)) return undefined;
  return to.value(dict.has("Title") ? "OutlineItem" : "Outline", entry, dict);
};

const elementParent: Part = (to, entry) => {
  const dict = dictAt(to.cos, entry);
  if (!dict || !isRef(entry)) return undefined;
  const isRoot = isNamed(to.cos.resolve(dict.get("Type")), "StructTreeRoot");
  return to.value(isRoot ? "StructTreeRoot" : "StructElem", entry, dict);
};

const openAction: Part = (to, entry, owner) =>
  isArray(to.cos.resolve(entry)) ? destination(to, entry, owner) : action(to, entry, owner);

const own =
  (kind: string): Part =>
  (to, entry) => {
    const value = to.cos.resolve(entry);
    return isString(value) ? to.ownBytes(kind, value.bytes) : undefined;
  };

export const parts: Readonly<Record<string, Part>> = {
  ...resourceParts,
  ...fontParts,
  ...{
    page,
    annotation,
    destination,
    action,
    triggers,
    names,
    dests,
    pageLabels,
    parentTree,
    idTree,
    elements,
  },
  ...{
    usedObject,
    usedStream,
    roleMap: roles,
    roleMapNs: rolesOfNamespace,
    tag,
    classMap,
    classes,
    attributes,
    layers,
  },
  ...{ title: said, layerName: said, fieldName, value: fieldValue, options: choices, state, appearance },
  ...{
    defaultAppearance,
    language,
    fields,
    fieldsInOrder: fields,
    kids,
    files,
    embeddedFile,
    outlineParent,
    elementParent,
    openAction,
  },
  ...{ id: own("Element"), fileName: (to, entry, owner) => fileName(to, entry, owner) },
  file: (to, entry, owner) => to.value("FileSpecification", entry, owner),
  fontSize: (to, entry) => numberAt(to.cos, entry),
  empty: () => newStream(new Map(), new Uint8Array(0)),
};
