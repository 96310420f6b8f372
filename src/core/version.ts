/** The one version: package.json, OpenAPI, the webhook user agent and `pdfd --version` all say this (SPEC 9). */
export const version = "0.1.0";

/** The wire identity of SPEC: user agent, realm and URN namespace. */
export const serviceName = "service";
