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
import { type CosDict, dictOf, name } from "../../cos/syntax/value.ts";
import type { EditSession } from "../edit.ts";
import type { PdfDocument } from "../open.ts";
import { dictAt, numberAt } from "../typed-get.ts";
import { verifyWritten } from "../verify.ts";

/** AES-256 with a password and the document's previous permissions. Throws 422 on `password` if it is too long. */
export function newProtection(password: string, before: Encryption | undefined): Encryption {
  const bytes = passwordBytes(password).length;
  if (bytes === 0) throw invalid("password", "has no visible characters: invisible ones do not count");

  if (bytes > maxPasswordBytes) {
    throw invalid(
      "password",
      `is ${bytes} bytes of UTF-8, and PDF allows ${maxPasswordBytes}; give a shorter one`,
    );
  }

  return createEncryption({
    userPassword: password,
    permissions: before ? permissionsOf(before) : allPermissions,
  });
}

/**
 * Permissions in the bits of later revisions (ISO 32000-2, table 22). Revision 2 has only bits 3 to 6, each covering what got
 * its own bit in revision 3: filling forms, extraction for accessibility, assembling, high-quality printing.
 */
function permissionsOf({ revision, permissions }: Encryption): number {
  if (revision > 2) return permissions;

  const bit = (number: number) => 1 << (number - 1);
  const governed = [
    [9, 6],
    [10, 5],
    [11, 4],
    [12, 3],
  ] as const;

  return governed.reduce(
    (all, [own, by]) => (permissions & bit(by) ? all | bit(own) : all & ~bit(own)),
    permissions,
  );
}

/** Declares encryption that only PDF 2.0 defines: readers of PDF 1.7 know AES-256 revision 6 as Adobe's extension level 8. */
function declareRevision6(session: EditSession): void {
  const { cos } = session;
  if (cos.version >= "2.0") return;
  const extensions: CosDict = new Map(dictAt(cos, cos.catalog.get("Extensions")));
  const level = numberAt(cos, dictAt(cos, extensions.get("ADBE"))?.get("ExtensionLevel")) ?? 0;
  if (level >= 8) return;
  extensions.set("ADBE", dictOf({ BaseVersion: name("1.7"), ExtensionLevel: 8 }));
  session.setCatalog({ Extensions: extensions });
}

/** Encrypts the result with a new password. */
export function protect(session: EditSession, password: string): void {
  session.encrypt(newProtection(password, session.cos.encryption));
  declareRevision6(session);
}

/** Verifies that the written bytes open with exactly this password, as AES-256 revision 6, and not without one. */
export function verifyProtected(written: ByteSource, pages: number, password: string): PdfDocument {
  const document = verifyWritten(written, pages, password);
  const { encryption } = document.cos;
  if (encryption?.revision !== 6 || opensWithout(encryption))
    throw failed("the result would not be protected by the password; nothing was written");
  return document;
}

/** Whether the file opens without a password. */
function opensWithout({ dict, id0 }: Encryption): boolean {
  try {
    openEncryption(dict, id0, undefined);
    return true;
  } catch (error) {
    if (error instanceof CosError && error.reason === "password") return false;
    throw error;
  }
}
