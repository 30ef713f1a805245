import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, "..", "..");

const notOurs = new Set([
  ".git",
  ".data",
  ".tanstack",
  ".vite",
  "coverage",
  "dist",
  "node_modules",
  "test-results",
]);

/** Every file of the repository that people write, as paths from its root. */
export function listFiles(folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (notOurs.has(entry.name) || entry.name.includes("planted-")) return [];
    return entry.isDirectory() ? listFiles(path) : [path];
  });
}
