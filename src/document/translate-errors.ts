/** The one place where errors of the object core become answers. */
import { failed } from "../core/problem.ts";
import { CosError } from "../cos/syntax/error.ts";

/** Runs `read`; a `CosError` on the way becomes 422 `operation_failed` naming the document. */
export async function translateErrors<T>(
  name: string,
  read: () => Promise<T> | T,
  given: Given = {},
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CosError) throw problemOf(name, error, given);
    throw error;
  }
}

/** What an error was met with. */
export interface Given {
  /** The password of a call that takes one; empty where it gave none. */
  readonly password?: string | undefined;
  /** Whether the call is pdf_unlock, which nobody is then told to use. */
  readonly unlocking?: boolean | undefined;
  /** Whether the document is what mending made of the file. */
  readonly mended?: boolean;
}

/** Whether a document was not opened because it needs a password, or another one. */
export function needsPassword(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof CosError && error.cause.reason === "password";
}

/** The answer for an error of the object core. */
export function problemOf(
  name: string,
  error: CosError,
  { password, unlocking, mended = false }: Given = {},
): Error {
  switch (error.reason) {
    case "password":
      if (password) return failed(`wrong password for ${name}`, { cause: error });
      return failed(
        ({ field, tool }) => {
          const give = `give it as ${field("password")}`;
          const unlock = `use ${tool("pdf_unlock")}`;
          const both = unlocking ? give : `${unlock} with it, or ${give}`;
          return `${name} needs a password: ${password === undefined ? unlock : both}`;
        },
        { cause: error, lacks: "password" },
      );
    case "encryption":
      return failed(`${name} is encrypted in a way that is not supported: ${error.message}`, {
        cause: error,
      });
    case "limit":
      return failed(`${name} is beyond what is processed: ${error.message}`, { cause: error });
    case "work":
      return failed(`${name} is beyond what is processed: ${error.message}`, { cause: error, limit: {} });
    case "syntax":
    case "filter":
      return failed(
        mended
          ? `${name} is too damaged to be repaired: ${error.message}`
          : (names) => `${name} is damaged: ${error.message}. ${names.tool("pdf_repair")} may repair it`,
        { cause: error },
      );
  }
}
