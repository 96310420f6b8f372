/** An engine that does what its call's tool is named after: everything a parent must survive. Plain Node, no product code. */
import { linkSync, statSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [mode] = process.argv.slice(2);
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const done = (id, more) => say({ done: { id, fault: false, rss: 1000, ...more } });
const endless = () => {
  for (;;);
};
let started;
let onAnswer = () => {};

const tools = {
  echo: (id, input) => done(id, { result: { input, started } }),
  problem: (id) =>
    done(id, {
      problem: {
        code: "validation",
        detail: "pages: no",
        errors: [{ field: "pages", message: "no" }],
        hint: { kind: "k", command: "c" },
      },
    }),
  fault: (id, { temp }) => {
    leaveTemp(id, temp);
    done(id, { problem: { code: "internal", detail: "broke", cause: "RuntimeError" }, fault: true });
  },
  worn: (id) => done(id, { result: {}, recycle: true }),
  heavy: (id, { bytes }) => done(id, { result: {}, rss: bytes }),
  exit: () => process.exit(0),
  half: (id) => {
    process.stdout.write(`{"done":{"id":${id},"result":{"a":`);
    setTimeout(() => process.exit(0), 20);
  },
  crash: (id, { temp }) => {
    if (temp) leaveTemp(id, temp);
    process.stderr.write("secret text of a document\npanic: Segmentation fault at address 0x0\n");
    setTimeout(() => process.kill(process.pid, "SIGSEGV"), 20);
  },
  memory: () => process.kill(process.pid, "SIGALRM"),
  hang: (id, { temp }) => {
    if (temp) leaveTemp(id, temp);
    say({ progress: { id, progress: 1, total: 10 } });
    setTimeout(endless, 20);
  },
  publishing: (id, { ms }) => {
    say({ publishing: { id } });
    say({ progress: { id, progress: 1, total: 10 } });
    if (ms === undefined) setTimeout(endless, 20);
    else setTimeout(() => done(id, { result: { published: true } }), ms);
  },
  // Gives files their names, one after the other, and waits between them for a while; the last ones are not written.
  files: (id, { paths, unwritten = [], between = 0, end }) => {
    const next = (k) => {
      if (k === paths.length) {
        say({ publishing: { id, outputs: unwritten.map((path) => ({ path, id: "0:0" })) } });
        if (end === "crash") process.kill(process.pid, "SIGSEGV");
        else if (end === "hang") setTimeout(endless, 20);
        else done(id, { result: { files: paths.length } });
        return;
      }
      const temp = `${paths[k]}.written`;
      writeFileSync(temp, "whole");
      const { dev, ino } = statSync(temp, { bigint: true });
      say({ publishing: { id, outputs: [{ path: paths[k], id: `${dev}:${ino}` }] } });
      linkSync(temp, paths[k]);
      setTimeout(() => {
        if (k + 1 < paths.length) say({ published: { id } });
        setTimeout(() => next(k + 1), between);
      }, 50);
    };
    next(0);
  },
  // Says nothing of publishing: what it noted is the test's to say.
  slow: (id, { ms }) => {
    say({ progress: { id, progress: 1, total: 10 } });
    setTimeout(() => done(id, { result: { published: true } }), ms);
  },
  strange: (id) => {
    process.stdout.write('not json\n[]\n"x"\nnull\n{}\n{"done":1}\n{"temp":{"id":1}}\n\u0000\n');
    done(id + 1, { result: { foreign: true } });
    done(id - 1, { result: { foreign: true } });
    done(id, { result: { first: true } });
    done(id, { result: { second: true } });
    say({ progress: { id, progress: 5, total: 10 } });
  },
  // Asks the questions it is given, one after the other, and answers with what it was answered.
  reading: (id, { questions }) => {
    const answers = [];
    const next = () => {
      const question = questions[answers.length];
      if (question) say({ reading: { id, ...question } });
      else done(id, { result: { answers } });
    };
    onAnswer = (answer) => {
      answers.push(answer);
      next();
    };
    next();
  },
  // Asks twice at once.
  "reading twice": (id) => {
    onAnswer = (answer) => done(id, { result: { answers: [answer] } });
    say({ reading: { id, model: "0.8b" } });
    say({ reading: { id, model: "4b" } });
  },
  wrong: (id) => done(id, { result: [1, 2] }),
  noise: () => {
    for (let k = 0; k < 5000; k++) process.stdout.write("noise\n");
  },
  huge: () => {
    const piece = "x".repeat(1_000_000);
    const more = () => process.stdout.write(piece, more);
    more();
  },
  stderr: (id) => process.stderr.write("w".repeat(4_000_000), () => done(id, { result: {} })),
  progress: (id) => {
    for (const [progress, total] of [
      [1, 10],
      [null, 10],
      [0.5, 10],
      [-1, 10],
      [3, 5],
      [99, 10],
      [2, 10],
      ["4", 10],
      [4, 0],
    ])
      say({ progress: { id, progress, total, message: "m".repeat(1000) } });
    done(id, { result: {} });
  },
  flood: (id) => {
    let text = "";
    for (let k = 0; k < 100_000; k++)
      text += `${JSON.stringify({ progress: { id, progress: k, total: 100_000 } })}\n`;
    process.stdout.write(text, () => done(id, { result: {} }));
  },
};

function leaveTemp(id, path) {
  say({ temp: { id, path } });
  writeFileSync(path, "unfinished");
}

if (mode === "dies") process.exit(3);
if (mode !== "silent") {
  createInterface({ input: process.stdin })
    .on("line", (line) => {
      const message = JSON.parse(line);
      if (message.start) {
        started = message.start;
        say({ ready: true });
        if (mode === "ready twice") say({ ready: true });
      } else if (message.reading) onAnswer(message.reading);
      else tools[message.call.tool](message.call.id, message.call.input);
    })
    .on("close", () => process.exit(0));
} else process.stdin.resume();
