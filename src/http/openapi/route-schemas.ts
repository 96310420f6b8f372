/** Schemas and bounds of requests that don't belong to a tool: routes validate them, the description shows them. */
import * as v from "valibot";
import { text } from "../../core/fields.ts";
import { maxCallbackUrlLength } from "../../core/limits.ts";

/** The body of `POST /v1/jobs`. The tool's own schema validates `input` afterward, on the value as sent. */
export const jobRequestSchema = v.strictObject({
  tool: text("A tool's name as GET /v1/tools lists it."),
  input: v.pipe(
    v.custom<object>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      "must be an object with the tool's own input fields",
    ),
    v.description("The tool's own input fields."),
  ),
  callback_url: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(maxCallbackUrlLength),
      v.description(
        "Receives a signed event when the job finishes. Loopback addresses; others only if listed in --webhook-allow.",
      ),
    ),
  ),
});

/** Maximum wait for GET /v1/jobs/{id}?wait=, in seconds. */
export const maxWaitSeconds = 60;
