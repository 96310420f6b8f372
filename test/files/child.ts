/** Child processes for the file tests: `bun child.ts <command> <allowed folder> …`. Each reports line by line on stdout. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ProblemError } from "../../src/core/problem.ts";
import { createFiles } from "../../src/files/create.ts";
import { nodeDisk } from "../../src/files/disk/disk.ts";
import { openScope } from "../../src/files/scope/scope.ts";
import { isTemp } from "../../src/files/temporary/temp-name.ts";

const [command, allowed = "", ...rest] = process.argv.slice(2);
const scope = openScope([allowed]);
const files = createFiles(scope, {
  // A killed process leaves the same files whether or not they were synced.
  disk: { ...nodeDisk, sync: () => {} },
  onTemp: () => command === "write" && say("temp"),
  onPublish: () => command === "write" && say("publish"),
});

/** Writes immediately, so that the line gets out even if the process is killed next. */
function say(line: string): void {
  Bun.write(Bun.stdout, `${line}\n`);
}

function attempt(action: () => string): string {
  try {
    return action();
  } catch (error) {
    return error instanceof ProblemError ? `${error.code} ${error.message}` : `crash ${String(error)}`;
  }
}

function put(path: string, bytes: number, fill: number): string {
  return attempt(() => {
    using file = files.newFile(path, "output");
    for (let left = bytes; left > 0; left -= 50_000)
      file.write(new Uint8Array(Math.min(50_000, left)).fill(fill));
    file.publish();
    return "published";
  });
}

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}

switch (command) {
  case "full":
    say(put("big.pdf", 5_000_000, 1));
    say(JSON.stringify(readdirSync(allowed)));
    say(put("small.pdf", 100_000, 1));
    say(JSON.stringify(readdirSync(allowed)));
    break;
  case "readonly":
    say(put("a.pdf", 10, 1));
    say(put("taken.pdf", 10, 1));
    break;
  case "race": {
    // For each line received, prepares a file and publishes it.
    const fill = Number(rest[0]);
    const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
    say("ready");
    for (let line = await lines.next(); !line.done; line = await lines.next()) {
      const { path, folder } = JSON.parse(line.value);
      say(
        attempt(() => {
          using file = files.newFile(path, "output");
          file.write(new Uint8Array(folder ? 10 : 2_000_000).fill(fill));
          file.publish();
          return "published";
        }),
      );
    }
    break;
  }
  case "write":
    // More than any test reads, but bounded: if the test has already ended, this mustn't fill the disk.
    for (let i = 0; i < 100; i += 1) {
      const path = `${rest[0]}-${i}.pdf`;
      put(path, 2_000_000 + i, i & 255);
      say(path);
      const folder = files.newFolder(`${rest[0]}-${i}`, "output_folder");
      // Alternates between many files and few.
      const many = i % 2 === 0;
      const names = Array.from({ length: many ? 40 : 3 }, (_, k) => `${k}.pdf`);
      folder.reserve(names);
      for (const name of names) folder.create(name).write(new Uint8Array(many ? 1000 : 100_000).fill(1));
      folder.publishAll();
      folder[Symbol.dispose]();
      say(`folder ${i}`);
      if (!many) rmSync(join(allowed, `${rest[0]}-${i}`), { recursive: true });
    }
    break;
  case "flip": {
    // Swaps the folder `d` with a link to the outside and back until its input ends.
    const d = join(allowed, "d");
    const outside = rest[0] ?? "";
    let ended = false;
    let flips = 0;
    process.stdin.on("end", () => {
      ended = true;
    });
    process.stdin.resume();
    symlinkSync(outside, `${d}-link`);
    mkdirSync(`${d}-other`, { recursive: true });
    say("ready");
    while (!ended) {
      for (let k = 0; k < 200; k += 1) {
        renameSync(d, `${d}-real`);
        flips += Number(moved(`${d}-link`, d) && moved(d, `${d}-link`));
        // A writer may have recreated the folder.
        while (!moved(`${d}-real`, d)) rmSync(d, { recursive: true, force: true });
      }
      await new Promise((done) => setImmediate(done));
    }
    say(String(flips));
    break;
  }
  case "swap": {
    // Replaces each staging folder with a link to, or a folder from, the outside, and puts it back, until its input ends.
    const outside = rest[0] ?? "";
    const aside = `${allowed}-aside`;
    mkdirSync(aside, { recursive: true });
    let ended = false;
    let swaps = 0;
    process.stdin.on("end", () => {
      ended = true;
    });
    process.stdin.resume();
    say("ready");
    while (!ended) {
      for (let k = 0; k < 50; k += 1)
        for (const name of readdirSync(allowed).filter(isTemp)) {
          try {
            const [there, away] = [join(allowed, name), join(aside, name)];
            renameSync(there, away);
            const moves = swaps % 2 === 1;
            if (moves) renameSync(join(outside, "folder"), there);
            else symlinkSync(outside, there);
            swaps += 1;
            // Long enough for the owner of the folder to take a step or two.
            for (let wait = 0; wait < (swaps % 7) * 20; wait += 1) existsSync(away);
            if (moves) renameSync(there, join(outside, "folder"));
            else unlinkSync(there);
            renameSync(away, there);
          } catch {
            // The folder is already gone.
          }
        }
      await new Promise((done) => setImmediate(done));
    }
    say(String(swaps));
    break;
  }
}
