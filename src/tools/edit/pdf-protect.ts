/** Encrypts a copy (docs/decisions/0017). */
import * as v from "valibot";
import { inputField, newFileSchema, outputField, wellFormed } from "../../core/fields.ts";
import { maxPasswordLength } from "../../core/limits.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { withdrawForEncryption } from "../../document/conformance/withdraw.ts";
import { protect, verifyProtected } from "../../document/protect/protect.ts";
import { editFile } from "../shared/edit-tool.ts";

export const pdfProtect = defineTool({
  name: "pdf_protect",
  title: "Protect with a password",
  description:
    "Encrypts a copy with AES-256, so that the password is needed to open it. A document's existing permissions stay; otherwise, everything is permitted.",
  input: v.strictObject({
    input: inputField,
    password: v.pipe(
      v.string(),
      wellFormed,
      v.minLength(1),
      v.maxLength(maxPasswordLength),
      v.description("Password needed to open the new file: 1 to 127 characters, at most 127 bytes of UTF-8."),
    ),
    output: outputField,
  }),
  output: newFileSchema,
  annotations: writes,
  run: ({ input, password, output }, context) =>
    editFile(input, output, context, {
      edit: (session) => {
        withdrawForEncryption(session);
        protect(session, password);
      },
      verify: (written, pages) => verifyProtected(written, pages, password),
    }),
});
