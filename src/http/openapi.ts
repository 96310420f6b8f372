import type { Tool } from "../core/tool.ts";
export function openApiDocument(_tools: readonly Tool[], _parts: { readonly jobs: boolean }): object {
  return { openapi: "3.1.0" };
}
