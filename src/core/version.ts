/** The one version: package.json, OpenAPI, the webhook user agent and `pdfd --version` all show this. */
export const version = "0.1.0";

/** The names on the wire (docs/decisions/0022): user agent, realm and URN namespace. */
export const serviceName = "service";

/** Default port of `pdfd serve`. */
export const defaultPort = 7341;
