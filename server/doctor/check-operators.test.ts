import { expect, test } from "vitest";
import { loadConfig } from "#server/config.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { checkOperators } from "./check-operators.ts";

const app = await testApp();

const found = async (environment: NodeJS.ProcessEnv, mode: "local" | "live" = "live") => {
  const config = loadConfig({ DATABASE_URL: app.services.access.directUrl, ...environment });
  return (await checkOperators({ ...config, mode })).map(({ level, text }) => `${level}: ${text}`);
};

test("operators who have an account are counted, and an address that no account has is named", async () => {
  await makeCreator(app, { email: "Olga@example.com" });
  expect(await found({ OPERATORS: "OLGA@example.com,nobody@example.com" })).toEqual([
    "fine: 1 operator has an account",
    expect.stringMatching(/^warning: OPERATORS names nobody@example\.com, which no account has/),
  ]);
});

test("a live installation that nobody operates is said, whether or not its database answers", async () => {
  const nobody = /^warning: OPERATORS names nobody/;
  expect(await found({ OPERATORS: "" }, "local")).toEqual([
    expect.stringContaining("demo@example.com, which no account has"),
  ]);
  const config = { ...loadConfig({}), mode: "live" as const, operators: new Set<string>() };
  const said = async (change: Partial<typeof config>) =>
    (await checkOperators({ ...config, ...change })).map(({ level, text }) => `${level}: ${text}`);
  expect(await said({})).toEqual([expect.stringMatching(nobody)]);
  const away = { databaseUrl: "postgres://a:b@127.0.0.1:1/store", front: { name: undefined, store: "maya" } };
  expect(await said(away)).toEqual([expect.stringMatching(nobody)]);
});

test("a front page that leads to no store is said, and one that leads to a creator's is not", async () => {
  const { handle } = await makeCreator(app);
  const warnings = async (FRONT_STORE: string) =>
    (await found({ FRONT_STORE, OPERATORS: "olga@example.com" })).filter((text) =>
      text.includes("FRONT_STORE"),
    );
  expect(await warnings(handle.toUpperCase())).toEqual([]);
  expect(await warnings("none_such")).toEqual([
    "warning: FRONT_STORE is none_such, and there is no such creator: the front page leads nowhere",
  ]);
});
