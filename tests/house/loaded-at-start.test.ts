import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

/** What a server loads before anybody has asked for anything: docs/decisions/0114. */
const starts = [
  "server/main.ts",
  "server/start/run-server.ts",
  "server/start/open-services.ts",
  "server/start/start-roles.ts",
];

/** Each costs a start megabytes, and is loaded by the first who needs it. */
const loadedWhenUsed = [
  "@aws-sdk/client-s3",
  "@aws-sdk/lib-storage",
  "@opentelemetry/api",
  "@opentelemetry/core",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
  "bidi-js",
  "file-type",
  "harfbuzzjs",
  "linebreak",
  "pdfkit",
  "postal-mime",
  "prom-client",
  "react",
  "react-dom",
  "sharp",
  "stripe",
  "wawoff2",
  "web-push",
];

/** Imports that are run, not those of types, each by its specifier. */
const imported = (source: string): string[] =>
  Array.from(
    source.matchAll(/^(?:import|export)\s+(?!type\b)([^;"']*?from\s+)?["']([^"']+)["']/gm),
    ([, names = "", specifier = ""]) => (/^\{(\s*type [^,}]+,?)+\s*\}/.test(names) ? "" : specifier),
  ).filter(Boolean);

type AtStart = { files: Map<string, string>; packages: Map<string, string> };

/** The files and packages that files load as they are loaded, each with the chain of files that leads to it. */
function loadedAtStart(): AtStart {
  const chains = new Map(starts.map((path) => [path, path]));
  const packages = new Map<string, string>();
  for (const [path, chain] of chains) {
    for (const specifier of imported(readFileSync(join(root, path), "utf8"))) {
      const own = specifier.startsWith("#")
        ? specifier.slice(1)
        : specifier.startsWith(".") && join(dirname(path), specifier);
      if (!own) {
        const name = specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/");
        if (!packages.has(name)) packages.set(name, chain);
      } else if (!chains.has(own) && existsSync(join(root, own))) chains.set(own, `${chain} > ${own}`);
    }
  }
  return { files: chains, packages };
}

test("a start loads nothing that only some requests and mails need", () => {
  const { packages } = loadedAtStart();
  // Those without which there is no server: the walk has seen what there is to see.
  expect([...packages.keys()]).toEqual(expect.arrayContaining(["fastify", "pg", "pg-boss", "zod"]));
  expect(loadedWhenUsed.filter((name) => packages.has(name)).map((name) => packages.get(name))).toEqual([]);
});

// A file of ours that is loaded later has Node load its parser of TypeScript, unless it was loaded before and is in the cache: 17 MB
// that a process keeps.
test("what runs by itself is loaded at the start", () => {
  const jobs = [...loadedAtStart().files.keys()].filter((path) => path.endsWith("jobs.ts"));
  expect(jobs.length).toBeGreaterThan(20);
  expect(jobs.filter((path) => /\bimport\(/.test(readFileSync(join(root, path), "utf8")))).toEqual([]);
});
