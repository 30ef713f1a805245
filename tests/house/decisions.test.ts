import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const folder = join(root, "docs", "decisions");
const decisions = readdirSync(folder).toSorted();

test("decisions are counted without gaps, say their number and whether they stand", () => {
  expect(decisions.map((file) => Number(file.slice(0, 4)))).toEqual(decisions.map((_, n) => n + 1));
  for (const file of decisions) {
    const [heading = "", , status = ""] = readFileSync(join(folder, file), "utf8").split("\n");
    expect(heading, file).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. \\S`));
    expect(status, file).toMatch(/^\*\*Status:\*\* (accepted|superseded by \[)/);
  }
});

test("what the documents link to is there", () => {
  const documents = [
    ...readdirSync(root).filter((file) => file.endsWith(".md")),
    ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".md"))
      .map((file) => join("docs", file)),
  ];
  const dead = documents.flatMap((document) =>
    [...readFileSync(join(root, document), "utf8").matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map(([, target = ""]) => join(dirname(document), target))
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${document}: ${target}`),
  );
  expect(dead).toEqual([]);
});
