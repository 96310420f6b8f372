/**
 * Every file that is made to hold a program up: those that are written here, those of the corpus, and as many more as are wanted,
 * made by varying both. The same seed makes the same files.
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

/** What the bounds of a call are promised for; a little more, for the bombs that were made to a round size. */
const maxBytes = 1_100_000;

const written = (): readonly AttackFile[] => Object.entries(attacks).map(([name, make]) => ({ name, make }));

/** Those of the corpus, where it is at hand. */
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

/** A file of its own for each number: by turns one of the others damaged, and a graph of other measures. */
function variation(others: readonly AttackFile[], seed: number, number: number): AttackFile {
  const random = randomNumbers(seed + number * 7919);
  // The first numbers of neighbouring seeds are neighbours.
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

/** All of them, and `more` variations. */
export function attackFiles(more: number, seed: number): readonly AttackFile[] {
  const all = [...written(), ...collected()];
  return [...all, ...Array.from({ length: more }, (_, number) => variation(all, seed, number))];
}

/** Some of them, others for another seed. */
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
