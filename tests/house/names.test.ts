import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./source-files.ts";

const code = listFiles().filter((path) => /\.(ts|tsx|mjs|css)$/.test(path));
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|spec|config|gen|d))*\.(ts|tsx|mjs|css)$/;
const drawers = /^(.+-)?(utils?|helpers?|common|misc|types|service|manager|index)$/;

test("there is code to look at", () => {
  expect(code.length).toBeGreaterThan(20);
});

test("source files are named in kebab-case, except where the router reads URLs from names", () => {
  expect(code.filter((path) => !path.startsWith("web/routes/") && !kebabCase.test(basename(path)))).toEqual(
    [],
  );
});

test("no file is a drawer: utils, helpers, common, misc, types, service, manager or index", () => {
  const stem = (path: string) => basename(path).split(".")[0] ?? "";
  const found = code.filter((path) => drawers.test(stem(path)) && path !== "web/routes/index.tsx");
  expect(found).toEqual([]);
});

test("a folder holds files for one purpose: none is a drawer either", () => {
  const folders = new Set(code.flatMap((path) => path.split("/").slice(0, -1)));
  expect([...folders].filter((folder) => drawers.test(folder))).toEqual([]);
});

/** Verbs that STYLE.md's table of verbs has another word for, and types that say nothing. */
const otherWords =
  /\b(?:function\*?|const|type) ((?:follow(?!Up)|insist|hear|tell|note|forget|judge|giveUp|takeUp)[A-Z]\w*|insist|World|Stored)\b/g;

test("functions, constants and types use the words of the table in STYLE.md", () => {
  const sources = code.filter((path) => /^(contract|server|scripts|tests|bench)\/.*\.ts$/.test(path));
  const found = sources.flatMap((path) =>
    [...readFileSync(join(root, path), "utf8").matchAll(otherWords)].map(([, name]) => `${path}: ${name}`),
  );
  expect(found).toEqual([]);
});
