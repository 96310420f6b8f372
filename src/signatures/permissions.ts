/** What a signer allows to be changed afterward (ISO 32000-2, 12.8.2): DocMDP for the document, FieldMDP for fields. */
import type { CosDocument } from "../cos/document.ts";
import type { CosDict } from "../cos/syntax/value.ts";
import { decodeText } from "../document/text-string.ts";
import { bytesAt, dictAt, listAt, nameAt, numberAt } from "../document/typed-get.ts";

const actions = { All: "all", Include: "include", Exclude: "exclude" } as const;

export interface FieldLock {
  readonly action: (typeof actions)[keyof typeof actions];
  readonly names: readonly string[];
}

export interface Permissions {
  /** 1: nothing, 2: filling in and signing, 3: annotations too. */
  readonly doc_mdp?: 1 | 2 | 3;
  readonly fields?: FieldLock;
}

/** References of a signature, and names of a lock, that are read. */
const mostReferences = 20;
const mostNames = 10_000;

/** Those that a signature dictionary states; undefined if it states none. */
export function permissionsOf(cos: CosDocument, signature: CosDict): Permissions | undefined {
  let found: Permissions = {};
  for (const entry of listAt(cos, signature.get("Reference")).slice(0, mostReferences)) {
    const reference = dictAt(cos, entry);
    const parameters = dictAt(cos, reference?.get("TransformParams"));
    const method = nameAt(cos, reference?.get("TransformMethod"));
    if (method === "DocMDP") {
      const level = numberAt(cos, parameters?.get("P"));
      found = { ...found, doc_mdp: level === 1 || level === 3 ? level : 2 };
    }
    const action = actionOf(nameAt(cos, parameters?.get("Action")));
    if (method !== "FieldMDP" || !action) continue;
    const names = listAt(cos, parameters?.get("Fields")).slice(0, mostNames);
    const texts = names.flatMap((name) => {
      const bytes = bytesAt(cos, name);
      return bytes ? [decodeText(bytes)] : [];
    });
    found = { ...found, fields: { action, names: texts } };
  }
  return Object.keys(found).length > 0 ? found : undefined;
}

function actionOf(name: string | undefined): FieldLock["action"] | undefined {
  return name === "All" || name === "Include" || name === "Exclude" ? actions[name] : undefined;
}

/** The permissions in force after a signature: its own, and those of signatures before it. */
export interface InForce {
  readonly docMdp: 1 | 2 | 3 | undefined;
  readonly locks: readonly FieldLock[];
}

export function inForce(stated: readonly (Permissions | undefined)[]): InForce {
  const levels = stated.flatMap((one) => one?.doc_mdp ?? []);
  const strictest = ([1, 2, 3] as const).find((level) => levels.includes(level));
  return { docMdp: strictest, locks: stated.flatMap((one) => one?.fields ?? []) };
}

/** Whether a lock covers a field: by its name, or that of a field above it. */
export function isLocked({ locks }: InForce, field: string): boolean {
  return locks.some(({ action, names }) => {
    const isNamed = names.some((name) => field === name || field.startsWith(`${name}.`));
    return action === "all" || isNamed === (action === "include");
  });
}
