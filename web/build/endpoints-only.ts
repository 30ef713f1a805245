import { resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

const contractFolder = resolve("contract") + sep;

/**
 * In the web app an endpoint is its method and its URL; its types come from the contract, its schemas stay on the server.
 * A contract file that declares endpoints is replaced by those and its plain data, so zod never reaches a page.
 * Importing anything else from such a file (a schema, a function) is a build error. See docs/decisions/0004.
 */
export function endpointsOnly(): Plugin {
  return {
    name: "openstall:endpoints-only",
    enforce: "pre",
    async load(id) {
      const file = id.split("?")[0] ?? id;
      if (!file.startsWith(contractFolder) || !file.endsWith(".ts")) return;
      const exported = Object.entries((await import(pathToFileURL(file).href)) as Record<string, unknown>);
      if (!exported.some(([, value]) => isEndpoint(value))) return;
      const kept = exported.filter(([, value]) => isEndpoint(value) || isPlainData(value));
      return kept
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, endpointFields)};`)
        .join("\n");
    },
  };
}

function isEndpoint(value: unknown): value is { method: string; url: string } {
  return (
    isRecord(value) && typeof value.method === "string" && typeof value.url === "string" && "schema" in value
  );
}

function endpointFields(_key: string, value: unknown) {
  return isEndpoint(value) ? { method: value.method, url: value.url } : value;
}

function isPlainData(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlainData);
  if (isRecord(value))
    return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlainData);
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
