import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterEach, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..", "..");
const oxlint = join(root, "node_modules", "oxlint", "bin", "oxlint");
const planted: string[] = [];
const madeFolders: string[] = [];
// Of this process alone, so that two runs in one tree do not meet.
const own = (text: string) => text.replaceAll("planted", `planted-${process.pid}`);

afterEach(() => {
  for (const path of planted.splice(0).toReversed()) rmSync(path, { force: true });
  for (const folder of madeFolders.splice(0).toReversed()) rmdirSync(folder);
});

/** Each forbidden import, where it is planted, and the words it is refused with. */
const forbidden = [
  ["web/planted.ts", "#server/errors.ts", "never import the server"],
  ["web/planted.ts", "node:fs", "no server packages"],
  ["web/ui/planted.ts", "#web/features/checkout/checkout-page.tsx", "know no feature"],
  ["web/features/planted/planted.ts", "#web/features/checkout/checkout-page.tsx", "never import each other"],
  ["web/features/player/planted.ts", "#web/features/courses/course-page.tsx", "never import each other"],
  [
    "web/features/courses/planted.ts",
    "#web/features/course-editor/course-draft.ts",
    "never import each other",
  ],
  [
    "web/features/memberships/planted.ts",
    "#web/features/library/library-query.ts",
    "never import each other",
  ],
  ["contract/planted.ts", "#server/errors.ts", "never import the server"],
  ["contract/planted.ts", "drizzle-orm", "zod and nothing else"],
  ["server/planted.ts", "#web/api.ts", "never import the web app"],
  ["server/planted.ts", "#tests/support/setup.ts", "Only tests"],
  ["server/mail/planted.ts", "#server/features/orders/orders.ts", "know no feature"],
  ["server/features/checkout/planted.ts", "#server/features/orders/routes.ts", "private to their feature"],
  ["server/features/checkout/planted.ts", "#server/features/orders/jobs.ts", "private to their feature"],
  ["server/features/checkout/planted.ts", "#server/features/orders/mails.ts", "private to their feature"],
  ["server/features/ledger/planted.ts", "#server/features/orders/orders.ts", "ledger may import: no other"],
  [
    "server/features/orders/planted.ts",
    "#server/features/checkout/start-checkout.ts",
    "orders may import: catalog",
  ],
  [
    "server/features/memberships/planted.ts",
    "#server/features/buyers/erase-member.ts",
    "memberships may import: access, orders",
  ],
  ["server/features/orders/planted.ts", "#server/app.ts", "Only tests import the assembled app"],
  ["server/features/orders/planted.ts", "../catalog/products.ts", "never by ../"],
  [
    "server/features/orders/planted.test.ts",
    "#server/features/catalog/routes.ts",
    "private to their feature",
  ],
] as const;

test.each(forbidden)("%s may not import %s", async (path, specifier, words) => {
  plant(path, `import "${specifier}";\n`);
  const { status, files, messages } = await lint(path);
  expect(files).toBe(1);
  expect(messages.join("\n")).toContain(words);
  expect(status).not.toBe(0);
});

test.each(["web/planted.tsx", "web/layout/planted.tsx", "web/features/planted/planted.tsx"])(
  "%s may load a part late by loadable alone, which keeps its failure from the page",
  async (path) => {
    plant(path, 'import { lazy } from "react";\nexport const Part = lazy;\n');
    expect((await lint(path)).messages.join("\n")).toContain("use loadable from #web/ui/loadable.tsx");
  },
);

test("a forbidden import of a type, or one made at run time, is refused as well", async () => {
  plant("contract/planted.ts", 'export type { HttpError } from "#server/errors.ts";\n');
  plant("web/planted.ts", 'export const load = () => import("#server/errors.ts");\n');
  const { status, files, messages } = await lint("contract/planted.ts", "web/planted.ts");
  expect(files).toBe(2);
  expect(messages.filter((message) => message.includes("never import the server"))).toHaveLength(2);
  expect(status).not.toBe(0);
});

test("allowed imports pass", async () => {
  plant(
    "contract/planted.ts",
    'import "zod";\nimport "zod/mini";\nimport "./endpoint.ts";\nimport "#contract/endpoint.ts";\n',
  );
  plant(
    "server/features/checkout/planted.ts",
    'import "#server/features/coupons/x.ts";\nimport "#server/errors.ts";\nimport "#contract/endpoint.ts";\nimport "#server/features/checkout/x.ts";\n',
  );
  const { status, files, messages } = await lint(
    "contract/planted.ts",
    "server/features/checkout/planted.ts",
  );
  expect(files).toBe(2);
  expect(messages).toEqual([]);
  expect(status).toBe(0);
});

test("two files that import each other are refused", async () => {
  plant(
    "contract/planted.ts",
    'import { second } from "#contract/planted-second.ts";\nexport const first = () => second;\n',
  );
  plant(
    "contract/planted-second.ts",
    'import { first } from "./planted.ts";\nexport const second = () => first;\n',
  );
  const { status, messages } = await lint("contract/planted.ts", "contract/planted-second.ts");
  expect(messages.join("\n")).toMatch(/cycle/i);
  expect(status).not.toBe(0);
});

test("a file over 250 lines of code is refused, blank lines and comments left out", async () => {
  const code = Array.from({ length: 251 }, (_, line) => `export const line${line} = ${line};\n`);
  plant("server/planted.ts", code.join(""));
  plant("server/planted-second.ts", code.slice(0, 240).join("\n// A comment.\n"));
  const { status, files, messages } = await lint("server/planted.ts", "server/planted-second.ts");
  expect(files).toBe(2);
  expect(messages).toEqual([expect.stringContaining("too many lines")]);
  expect(status).not.toBe(0);
});

test("a promise that nobody waits for is refused", async () => {
  plant("server/planted.ts", "export function forget(work: () => Promise<void>) {\n  work();\n}\n");
  const { status, messages } = await lint("--type-aware", "server/planted.ts");
  expect(messages.join("\n")).toMatch(/Promises must be awaited/);
  expect(status).not.toBe(0);
});

/** Each with text of one repeated character that would hold the process. */
const slowPatterns = [
  "/=+$/",
  "/^bytes=\\s*(\\d*)\\s*-\\s*(\\d*)\\s*$/i",
  "/\\s*;\\s*/",
  "/\\s*x\\s*$/",
  "/(?<=.)\\/+$/",
  "/(a+)+b/",
  "/.*x.*y/",
  "/<[^>]*>/",
  'new RegExp("(a|a)*b")',
  'RegExp("^(\\\\w+\\\\s?)*$")',
] as const;

test.each(slowPatterns)("%s is refused, whose time grows faster than the text", async (pattern) => {
  for (const path of ["contract/planted.ts", "server/planted.ts", "web/ui/planted.ts"]) {
    plant(path, `export const pattern = ${pattern};\n`);
    const { status, messages } = await lint(path);
    expect(messages).toEqual([expect.stringContaining("more than linear time")]);
    expect(status).not.toBe(0);
  }
});

test("patterns that read each character once pass", async () => {
  const patterns = ["/^[a-z0-9]+(-[a-z0-9]+)*$/", "/\\s+/g", "/^\\s*x\\s*$/", "/<[^<>]*>/g", "/(?<!=)=+$/"];
  plant("server/planted.ts", `export const patterns = [${patterns.join(", ")}];\n`);
  expect((await lint("server/planted.ts")).messages).toEqual([]);
});

test("HTML from a string is refused in the web app", async () => {
  plant(
    "web/planted.tsx",
    "export const Raw = ({ html }: { html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />;\n",
  );
  const { status, messages } = await lint("web/planted.tsx");
  expect(messages.join("\n")).toMatch(/dangerouslySetInnerHTML/i);
  expect(status).not.toBe(0);
});

/** Writes a file into the source tree, with the folders it needs, until the end of the test. */
function plant(path: string, content: string) {
  const full = join(root, own(path));
  const missing: string[] = [];
  for (let folder = dirname(full); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, own(content));
  madeFolders.push(...missing);
  planted.push(full);
}

function lint(...args: string[]) {
  return new Promise<{ status: number; files: number; messages: string[] }>((done) => {
    execFile(
      process.execPath,
      [oxlint, "--format=json", ...args.map(own)],
      { cwd: root },
      (error, stdout) => {
        const report = JSON.parse(stdout) as { number_of_files: number; diagnostics: Diagnostic[] };
        const messages = report.diagnostics.map(({ message, help }) => `${message} ${help ?? ""}`);
        done({ status: Number(error?.code ?? 0), files: report.number_of_files, messages });
      },
    );
  });
}

type Diagnostic = { message: string; help?: string };
