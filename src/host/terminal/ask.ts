/** Prompts on the terminal without echoing the input. */
import process from "node:process";
import { print } from "./terminal.ts";

/** The entered line; undefined if interrupted. Only the main thread can prompt. */
export async function askSecret(question: string): Promise<string | undefined> {
  const { stdin } = process;
  print(2, question);
  stdin.setRawMode(true);
  try {
    return await typedLine(stdin);
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    print(2, "\n");
  }
}

function typedLine(stdin: NodeJS.ReadStream): Promise<string | undefined> {
  return new Promise((done) => {
    let line = "";

    const end = (answer: string | undefined) => {
      stdin.off("data", take);
      done(answer);
    };

    const take = (piece: Uint8Array | string) => {
      for (const char of String(piece)) {
        if (char === "\r" || char === "\n") return end(line);
        // Ctrl+C and Ctrl+D.
        if (char === "\x03" || char === "\x04") return end(undefined);
        line = char === "\x7f" || char === "\b" ? [...line].slice(0, -1).join("") : line + char;
      }
    };

    stdin.on("data", take).resume();
  });
}
