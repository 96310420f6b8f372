/**
 * Every file made to keep the program busy: those generated here, those of the corpus, and any number of variations of
 * both. The same seed yields the same files.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { attacks, grownAttack } from "./attacks.ts";
import { corpusFolders } from "./corpus.ts";
import { damaged, randomNumbers } from "./mutate.ts";

export interface AttackFile {
  readonly name: string;
  readonly make: () => Uint8Array;
}

/** The size for which the limits of a call are guaranteed, and a little more for bombs built to a round size. */
const maxBytes = 1_100_000;

const written = (): readonly AttackFile[] => Object.entries(attacks).map(([name, make]) => ({ name, make }));

/** The corpus's files, if installed. */
function collected(): readonly AttackFile[] {
  const found = corpusFolders.flatMap((corpus) =>
    ["h-attack", "h-hostile"].flatMap((kind) => {
      const folder = join(corpus, kind);
      if (!existsSync(folder)) return [];
      return readdirSync(folder)
        .filter((file) => file.endsWith(".pdf") && statSync(join(folder, file)).size <= maxBytes)
        .map((file): [string, AttackFile] => [
          file,
          { name: file, make: () => readFileSync(join(folder, file)) },
        ]);
    }),
  );
  return [...new Map(found).values()];
}

/** A different file for each number: alternately a damaged copy of another file, and a graph of other dimensions. */
function variation(others: readonly AttackFile[], seed: number, number: number): AttackFile {
  const random = randomNumbers(seed + number * 7919);
  // Neighboring seeds start with similar numbers.
  for (let k = 0; k < 8; k++) random(2);
  if (number % 2 === 1) {
    const { name, make } = grownAttack(random);
    return { name: `${number}: ${name}`, make };
  }
  const other = others[random(others.length)];
  return {
    name: `${number}: ${other?.name} damaged`,
    make: () => damaged(other?.make() ?? new Uint8Array(1), random),
  };
}

/** All attack files, plus `more` variations. */
export function attackFiles(more: number, seed: number): readonly AttackFile[] {
  const all = [...written(), ...collected()];
  return [...all, ...Array.from({ length: more }, (_, number) => variation(all, seed, number))];
}

/** Some of the files; another seed chooses others. */
export function chosenFiles(
  files: readonly AttackFile[],
  count: number,
  seed: number,
): readonly AttackFile[] {
  const left = [...files];
  const random = randomNumbers(seed);
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(random(left.length), 1),
  ).flat();
}
