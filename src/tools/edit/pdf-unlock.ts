/** Writes a decrypted copy. */
import * as v from "valibot";
import { inputField, newFileSchema, outputField, passwordField } from "../../core/fields.ts";
import { defineTool, writes } from "../../core/tool.ts";
import { editFile } from "../shared/edit-tool.ts";

export const pdfUnlock = defineTool({
  name: "pdf_unlock",
  title: "Unlock with a password",
  description:
    "Writes a decrypted copy of a document, using the password that you give. Passwords are never guessed; the empty one opens documents that are only protected against changes.",
  input: v.strictObject({ input: inputField, password: passwordField, output: outputField }),
  output: newFileSchema,
  annotations: writes,
  run: ({ input, password, output }, context) =>
    editFile(input, output, context, {
      password,
      unlocking: true,
      edit(session) {
        if (!session.cos.encryption)
          context.warn("The document was not encrypted; the result is a copy of it.");
        session.encrypt(undefined);
      },
    }),
});
