import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { listFiles, root } from "./source-files.ts";

/** What takes something from the version that still runs; CONTRIBUTING.md says how it is done in two releases. */
const breaking = [
  "ban-drop-column",
  "ban-drop-table",
  "ban-drop-database",
  "ban-truncate-cascade",
  "renaming-column",
  "renaming-table",
  "changing-column-type",
  "adding-required-field",
  "adding-not-nullable-field",
  "transaction-nesting",
];

/** Of before the first release, when nothing ran that they could have taken anything from. */
const early = new Set(["0014_consents.sql", "0015_states.sql", "0016_captions.sql"]);

const Findings = z.array(z.looseObject({ file: z.string(), rule_name: z.string(), line: z.number() }));

/** What Squawk finds of the rules above in such files, as `rule in file`. */
function lint(files: readonly string[]): string[] {
  const program = join(root, "node_modules", "squawk-cli", "js", "bin", "squawk");
  const { stdout, stderr } = spawnSync(process.execPath, [program, "--reporter", "json", ...files], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 50e6,
  });
  if (!stdout.trimStart().startsWith("[")) throw new Error(`squawk said nothing that can be read: ${stderr}`);
  return Findings.parse(JSON.parse(stdout))
    .filter((finding) => breaking.includes(finding.rule_name))
    .map(({ rule_name: rule, file }) => `${rule} in ${file.split("/").at(-1)}`);
}

test("no migration takes anything from the version before it, unless it says that nothing uses it any more", () => {
  const files = listFiles().filter((file) => /^server\/database\/migrations\/\d+_.*\.sql$/.test(file));
  expect(files.length).toBeGreaterThan(50);
  expect(lint(files).filter((found) => !early.has(found.split(" in ")[1] ?? ""))).toEqual([]);
});

test("what would take something away is found, and let through where a comment gives it away", () => {
  const folder = mkdtempSync(join(tmpdir(), "openstall-squawk-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const drop = 'ALTER TABLE "orders" DROP COLUMN "note";';
  expect(
    lint([
      write("1.sql", drop),
      write("2.sql", 'ALTER TABLE "orders" RENAME COLUMN "note" TO "words";'),
      write("3.sql", 'ALTER TABLE "orders" ALTER COLUMN "note" SET DATA TYPE integer;'),
      write("4.sql", 'ALTER TABLE "orders" ADD COLUMN "needed" text NOT NULL;'),
      write("5.sql", `-- squawk-ignore ban-drop-column\n${drop}`),
      write("6.sql", 'ALTER TABLE "orders" ADD COLUMN "words" text;'),
    ]).toSorted(),
  ).toEqual([
    "adding-required-field in 4.sql",
    "ban-drop-column in 1.sql",
    "changing-column-type in 3.sql",
    "renaming-column in 2.sql",
  ]);
});
