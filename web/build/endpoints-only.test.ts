import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { endpointsOnly } from "./endpoints-only.ts";

type Load = (id: string) => Promise<string | undefined>;
const load = endpointsOnly().load as unknown as Load;
const contractFiles = readdirSync("contract", { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.includes(".test."),
);

test("in the web app an endpoint is its method and URL", async () => {
  const code = await load(resolve("contract/accounts/accounts.ts"));
  expect(code).toContain('export const getCurrentUser = {"method":"GET","url":"/api/auth/user"};');
  expect(code).not.toContain("summary");
});

test("no contract file with endpoints brings zod into a page", async () => {
  const codes = await Promise.all(contractFiles.map((file) => load(resolve("contract", file))));
  expect(codes.filter((code) => code !== undefined).length).toBeGreaterThan(3);
  expect(codes.filter((code) => code && /zod|schema|import /.test(code))).toEqual([]);
});

test("files outside the contract, and those without endpoints, are left alone", async () => {
  expect(await load(resolve("web/api.ts"))).toBeUndefined();
  expect(await load(resolve("contract/values.ts"))).toBeUndefined();
});
