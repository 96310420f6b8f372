/** What tests of files run in processes of their own: `bun child.ts <command> <allowed folder> …`; answers by lines. */
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ProblemError } from "../../src/core/problem.ts";
import { createFiles } from "../../src/files/create.ts";
import { codeOf } from "../../src/files/disk.ts";
import { openScope } from "../../src/files/scope.ts";
import { systemCalls } from "../../src/host/system-calls.ts";
import { systemDisk } from "../../src/run/system-disk.ts";

const [command, allowed = "", ...rest] = process.argv.slice(2);
const scope = openScope([allowed]);
const files = createFiles(scope, {
  disk: systemDisk,
  onTemp: () => command === "write" && say("temp"),
  onPublish: () => command === "write" && say("publish"),
});

/** Written at once: a killed process must have said it. */
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
  case "calls": {
    // The calls of src/host/system-calls.ts, which only Bun has.
    const calls = systemCalls();
    const tell = (what: string, run: () => unknown) => {
      try {
        run();
        say(`${what} ok`);
      } catch (error) {
        say(`${what} ${codeOf(error)}`);
      }
    };
    const at = (name: string) => join(allowed, name);
    const open = openSync(allowed, "r");
    for (const name of ["from", "other", "empty"]) mkdirSync(at(name));
    closeSync(openSync(at("from/a.pdf"), "wx"));
    tell("sync", () => calls?.syncFileSystem(open));
    tell("sync of nothing", () => calls?.syncFileSystem(-1));
    tell("move", () => calls?.renameNew(at("from"), at("moved")));
    tell("move onto a file", () => calls?.renameNew(at("other"), at("ok.pdf")));
    tell("move onto an empty folder", () => calls?.renameNew(at("other"), at("empty")));
    tell("move of nothing", () => calls?.renameNew(at("gone"), at("new")));
    tell("write", () => {
      const fd = openSync(at("written"), "wx");
      const bytes = new Uint8Array(100_000).fill(7);
      const done = systemDisk.writePast?.(fd, bytes, 10, 90_000, 5) ?? writeSync(fd, bytes, 10, 90_000, 5);
      closeSync(fd);
      const found = readFileSync(at("written"));
      if (
        done !== 90_000 ||
        found.length !== 90_005 ||
        found[4] !== 0 ||
        !found.subarray(5).every((b) => b === 7)
      )
        throw new Error("not what was written");
    });
    const page = 4096;
    const content = new Uint8Array(3 * page + 100).map((_, k) => k % 251);
    const from = openSync(at("sent"), "wx+");
    writeSync(from, content, 0, content.length, 0);
    const to = openSync(at("received"), "wx+");
    tell("send", () => {
      const done = calls?.send(from, page, 2 * page, to, 10);
      const found = readFileSync(at("received")).subarray(10);
      if (done !== 2 * page || Buffer.compare(found, content.subarray(page, 3 * page)) !== 0)
        throw new Error("not what was sent");
    });
    // What is no more there is no reason to die.
    ftruncateSync(from, page);
    tell("send what was cut off", () => {
      const [none, part] = [calls?.send(from, page, page, to, 0), calls?.send(from, 0, 3 * page, to, 0)];
      if (none !== undefined || (part !== undefined && part > page)) throw new Error(`${none}, ${part}`);
    });
    break;
  }
  case "race": {
    // Prepares a file for each line it is sent, and publishes all at the next.
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
    for (let i = 0; ; i += 1) {
      const path = `${rest[0]}-${i}.pdf`;
      put(path, 2_000_000 + i, i & 255);
      say(path);
      const folder = files.newFolder(`${rest[0]}-${i}`, "output_folder");
      // In turn many, which are made durable and published together, and few.
      const many = i % 2 === 0;
      const names = Array.from({ length: many ? 40 : 3 }, (_, k) => `${k}.pdf`);
      folder.reserve(names);
      for (const name of names) folder.create(name).write(new Uint8Array(many ? 1000 : 100_000).fill(1));
      folder.publishAll();
      folder[Symbol.dispose]();
      say(`folder ${i}`);
      if (!many) rmSync(join(allowed, `${rest[0]}-${i}`), { recursive: true });
    }
  case "flip": {
    // Swaps the folder `d` for a link to the outside and back until its input ends.
    const d = join(allowed, "d");
    const outside = rest[0] ?? "";
    let ended = false;
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
        renameSync(`${d}-link`, d);
        renameSync(d, `${d}-link`);
        renameSync(`${d}-real`, d);
      }
      await new Promise((done) => setImmediate(done));
    }
    break;
  }
}
