/** The one place where errors of the object core become problems. */
import { failed } from "../core/problem.ts";
import { CosError } from "../cos/syntax/error.ts";

/** Runs `read`; a `CosError` becomes 422 `operation_failed` naming the document. */
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

/** The context of an error. */
export interface Given {
  /** The password of a call that accepts one; empty if it gave none. */
  readonly password?: string | undefined;
  /** The field with the password, if it isn't `password`. */
  readonly passwordField?: string | undefined;
  /** Whether the call is pdf_unlock, which must not be suggested then. */
  readonly unlocking?: boolean | undefined;
  /** Whether the document is the result of a repair. */
  readonly repaired?: boolean;
}

/** The problem for an error of the object core. */
export function problemOf(
  name: string,
  error: CosError,
  { password, passwordField = "password", unlocking, repaired = false }: Given = {},
): Error {
  switch (error.reason) {
    case "password": {
      // The reason makes the command line ask for the field `password`.
      const reason = passwordField === "password" ? "password" : undefined;
      if (password) return failed(`wrong password for ${name}`, { cause: error, reason });
      return failed(
        ({ field, tool }) => {
          const give = `give it as ${field(passwordField)}`;
          const unlock = `use ${tool("pdf_unlock")}`;
          const both = unlocking ? give : `${unlock} with it, or ${give}`;
          return `${name} needs a password: ${password === undefined ? unlock : both}`;
        },
        { cause: error, reason },
      );
    }
    case "encryption":
      return failed(`${name} is encrypted in a way that is not supported: ${error.message}`, {
        cause: error,
      });
    case "limit":
      return failed(`${name} exceeds a limit: ${error.message}`, { cause: error, reason: "limit" });
    case "work":
      return failed(`${name} exceeds a limit: ${error.message}`, { cause: error, limit: {} });
    case "syntax":
    case "filter":
      return failed(
        repaired
          ? `${name} is too damaged to be repaired: ${error.message}`
          : (names) => `${name} is damaged: ${error.message}. ${names.tool("pdf_repair")} may repair it`,
        { cause: error, reason: "damaged" },
      );
  }
}
