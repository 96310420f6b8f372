/** Password protection of new files (ISO 32000-2, 7.6; docs/decisions/0017). */
import type { ByteSource } from "../../core/document-io.ts";
import { failed, invalid } from "../../core/problem.ts";
import { maxPasswordBytes, passwordBytes } from "../../cos/crypt/password.ts";
import {
  allPermissions,
  createEncryption,
  type Encryption,
  openEncryption,
} from "../../cos/crypt/security-handler.ts";
import { CosError } from "../../cos/syntax/error.ts";
import type { PdfDocument } from "../open.ts";
import { verifyWritten } from "../verify.ts";

/** AES-256 for a password, with the permissions that the document had. Throws 422 on `password` for one that is too long. */
export function newProtection(password: string, before: Encryption | undefined): Encryption {
  const bytes = passwordBytes(password).length;
  if (bytes === 0) throw invalid("password", "has no character that counts: invisible ones do not");
  if (bytes > maxPasswordBytes) {
    throw invalid(
      "password",
      `is ${bytes} bytes of UTF-8, and PDF allows ${maxPasswordBytes}; give a shorter one`,
    );
  }
  return createEncryption({ userPassword: password, permissions: before?.permissions ?? allPermissions });
}

/** The written bytes open with exactly the password, as AES-256 revision 6, and not without one. */
export function verifyProtected(written: ByteSource, pages: number, password: string): PdfDocument {
  const document = verifyWritten(written, pages, password);
  const { encryption } = document.cos;
  if (encryption?.revision !== 6 || opensWithout(encryption))
    throw failed("the result would not be protected by the password; nothing was written");
  return document;
}

/** Whether no password opens the same. */
function opensWithout({ dict, id0 }: Encryption): boolean {
  try {
    openEncryption(dict, id0, undefined);
    return true;
  } catch (error) {
    if (error instanceof CosError && error.reason === "password") return false;
    throw error;
  }
}
