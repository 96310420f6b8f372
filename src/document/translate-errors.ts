/** The one place where errors of the object core become answers. */
import { failed } from "../core/problem.ts";
import { CosError } from "../cos/syntax/error.ts";

/** Runs `read`; a `CosError` on the way becomes 422 `operation_failed` naming the document. */
export async function translateErrors<T>(name: string, read: () => Promise<T> | T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CosError) throw problemOf(name, error);
    throw error;
  }
}

/** The answer for an error of the object core; `mended`: of what mending made of the document. */
export function problemOf(name: string, error: CosError, mended = false): Error {
  switch (error.reason) {
    case "password":
      return failed((names) => `${name} needs a password: use ${names.tool("pdf_unlock")}`, { cause: error });
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
          ? `${name} is too damaged to be mended: ${error.message}`
          : (names) => `${name} is damaged: ${error.message}. ${names.tool("pdf_repair")} may mend it`,
        { cause: error },
      );
  }
}
