import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({ version: z.string().optional(), dev: z.boolean().optional() }),
  ),
});
const Bill = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(z.looseObject({ purl: z.string() })),
});

test("the release's list names every package that runs the shop, and none that only builds or tests it", () => {
  const listed = execFileSync(process.execPath, ["scripts/sbom.mjs"], { encoding: "utf8", maxBuffer: 5e7 });
  const named = new Set(
    Bill.parse(JSON.parse(listed)).components.map(({ purl }) =>
      decodeURIComponent(purl.replace("pkg:npm/", "")),
    ),
  );
  const { packages } = Lock.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  const locked = Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && !dev)
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")}@${version}`);
  expect(locked.filter((name) => !named.has(name))).toEqual([]);
  expect(named).not.toContain(`vitest@${packages["node_modules/vitest"]?.version}`);
});
