import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "#contract/endpoint.ts";

/** Every call of the contract, whatever file says it: what a test asks of all of them, it asks of the next one too. */
export async function declaredEndpoints(): Promise<Endpoint[]> {
  const files = (await readdir("contract", { recursive: true })).filter(
    // What a test of the rules plants for a moment is no file of ours.
    (name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.includes("planted-"),
  );
  const modules = await Promise.all(
    files.map(
      (name): Promise<Record<string, unknown>> =>
        import(/* @vite-ignore */ pathToFileURL(resolve("contract", name)).href),
    ),
  );
  return modules.flatMap((module) => Object.values(module)).filter(isEndpoint);
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "method" in value && "url" in value && "schema" in value;

/** As people name it: "PUT /api/products/:id". */
export const nameOf = ({ method, url }: Endpoint): string => `${method} ${url}`;
