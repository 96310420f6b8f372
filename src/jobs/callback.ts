/** Decides which callback addresses are allowed (docs/decisions/0013), by the parsed URL, never by its text. */
import { maxCallbackUrlLength } from "../core/limits.ts";
import { invalid } from "../core/problem.ts";

/** This computer's host names as URL parsers write them; `localhost` is never looked up. */
const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * The form of every accepted address: scheme, two slashes, an authority without user name, then path, query or fragment.
 * Parsers accept far more (`http:host`, `http:\\host`, blanks inside), which people and parsers read differently.
 */
const written = /^https?:\/\/[^/\\?#@\s]+(?:[/?#][^\s]*)?$/i;

/** Blanks and control characters, which URL parsers silently drop. */
const controls = /[\x00-\x20\x7f]/;

/** The requirement for a callback address, for error texts. */
const rule =
  "an http or https address on 127.0.0.1, localhost or [::1], or of an origin given with --webhook-allow";

/**
 * The address in its normal form, or 422 on `callback_url`.
 * @param allowedOrigins origins of `--webhook-allow`, as `URL.origin` writes them
 */
export function checkCallbackUrl(text: string, allowedOrigins: ReadonlySet<string>): URL {
  const refuse = (reason: string) => invalid("callback_url", `${reason}; give ${rule}`);
  if (text.length > maxCallbackUrlLength) throw refuse(`is longer than ${maxCallbackUrlLength} characters`);
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(text)) throw refuse("must not carry a user name or password");
  if (!written.test(text) || !text.isWellFormed() || controls.test(text))
    throw refuse("is not a plain http or https address");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.port === "0") throw refuse("is not a valid address");
  if (url.username !== "" || url.password !== "") throw refuse("must not carry a user name or password");
  if (!loopback.has(url.hostname) && !allowedOrigins.has(url.origin))
    throw refuse(`${url.origin} is not allowed`);

  url.hash = "";
  return url;
}
