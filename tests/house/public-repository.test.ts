import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, root } from "./source-files.ts";

const readable = new Set([
  "",
  ".ts",
  ".tsx",
  ".mjs",
  ".css",
  ".md",
  ".json",
  ".sql",
  ".svg",
  ".yml",
  ".yaml",
  ".txt",
]);
const texts = listFiles()
  .filter((path) => readable.has(extname(path)) && path !== "tests/house/public-repository.test.ts")
  .filter((path) => statSync(join(root, path)).size < 2_000_000)
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

/** What belongs to one machine or one network, and to no public repository. */
const strays: [string, RegExp][] = [
  ["a home or work folder", /(?<![\w.$}-])\/(root|work|home\/\w+|Users\/\w+)\/[\w.]|[A-Z]:\\Users\\/],
  ["a package registry", /https?:\/\/[^\s"'`)]*(registry|artifactory|nexus|verdaccio)[^\s"'`)]*/i],
  ["an address of a private network", /\b(10\.\d+|192\.168|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+:\d+/],
  ["a conflict left unresolved", /^(<{7}|>{7}) /m],
];

test("there are texts to look at", () => {
  expect(texts.length).toBeGreaterThan(20);
});

test.each(strays)("no source and no document mentions %s", (_what, pattern) => {
  const found = texts.flatMap(({ path, text }) => {
    const match = pattern.exec(text);
    return match ? [`${path}: ${match[0]}`] : [];
  });
  expect(found).toEqual([]);
});

const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, { resolved?: string; optionalDependencies?: Record<string, string> }>;
};

test("the lock file names no place to download from, so that any registry serves", () => {
  const packages = Object.entries(lock.packages);
  expect(packages.length).toBeGreaterThan(100);
  expect(packages.filter(([, entry]) => entry.resolved !== undefined).map(([path]) => path)).toEqual([]);
});

test("the lock file holds the packages of every platform: npm run complete-lock adds them", () => {
  const locked = new Set(Object.keys(lock.packages).map((path) => path.split("node_modules/").at(-1)));
  const wanted = Object.values(lock.packages).flatMap((entry) =>
    Object.keys(entry.optionalDependencies ?? {}),
  );
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
});

test("every dependency is pinned to one version", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string>>;
  const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test("every link between the documents leads somewhere", () => {
  const documents = texts.filter(({ path }) => path.endsWith(".md"));
  const dead = documents.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, target]) => join(path, "..", target ?? ""))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(dead).toEqual([]);
});

test.skipIf(!existsSync(join(root, ".git")))(
  "nothing that is built or downloaded is kept in the repository",
  () => {
    const kept = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");
    expect(kept.filter((path) => /^(node_modules|dist|\.data|test-results)\//.test(path))).toEqual([]);
  },
);
