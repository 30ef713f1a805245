import { expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { getCreator } from "#contract/accounts/accounts.ts";
import { listCreatorProducts } from "#contract/catalog/catalog.ts";
import { getHealth, getReadiness } from "#contract/health.ts";
import { createLog } from "#server/start/log.ts";
import { originOf } from "#tests/house/raw-request.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

async function linesWith(environment: Record<string, string>) {
  const lines: Record<string, unknown>[] = [];
  const log = createLog("info", {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const app = await testApp(environment, { log });
  const { handle } = await makeCreator(app);
  await app.call(getCreator, { params: { handle } });
  await app.call(getHealth);
  return { handle, requests: lines.filter(({ msg }) => msg === "request") };
}

test("each request is a line when it is asked for, by its route and never its address", async () => {
  const { handle, requests } = await linesWith({ REQUEST_LOG: "on" });
  expect(requests).toEqual([
    expect.objectContaining({
      method: "GET",
      route: "/api/creators/:handle",
      status: 200,
      ms: expect.any(Number),
    }),
    expect.objectContaining({ route: "/api/health", status: 200 }),
  ]);
  expect(JSON.stringify(requests)).not.toContain(handle);
});

test("what is kept in memory is a line, too, where one is asked for", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const app = await testApp({ REQUEST_LOG: "on" }, { log });
  const { handle } = await makeCreator(app);
  const url = (await originOf(app)).origin + listCreatorProducts.url.replace(":handle", handle);
  for (let round = 0; round < 3; round++) expect((await fetch(url)).status).toBe(200);
  await eventually(() =>
    expect(lines.filter((line) => line.includes(listCreatorProducts.url))).toHaveLength(3),
  );
});

test("otherwise what goes well is no line", async () => {
  expect((await linesWith({})).requests).toEqual([]);
});

test("who asks whether it is well, and hears that it is not, fills no log", async () => {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const app = await testApp({}, { log });
  app.services.ending.hasBegun = true;
  for (let round = 0; round < 3; round++) expect((await app.call(getReadiness)).status).toBe(503);
  expect(lines).toEqual([]);
});
