import { beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { loadConfig } from "#server/config.ts";
import { startQueue } from "#server/jobs/queue.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { type LocalCdn, startLocalCdn } from "#tests/support/local-cdn.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";
import { cdnJobs, purgeCdn, watchChangedStores } from "./purge-cdn.ts";

let cdn: LocalCdn;
let app: TestApp;
beforeAll(async () => {
  cdn = await startLocalCdn();
  app = await testApp(cdn.environment);
  return () => cdn.close();
});

test.runIf(process.env["TEST_LISTEN"] !== "off")(
  "a worker has a CDN drop everything as it starts, and then each store that changes, again where that fails",
  async () => {
    const creators = await Promise.all(Array.from({ length: 31 }, () => makeCreator(app)));
    const queue = await startQueue(app.services, cdnJobs);
    onTestFinished(() => queue.stop());
    const watch = watchChangedStores(app.services);
    onTestFinished(() => watch.stop());
    await eventually(() => expect(cdn.purges).toEqual([["stores"]]));
    cdn.purges.length = 0;
    cdn.failNext(1);
    // In one transaction, or a slow machine would make several bursts of it.
    await app.services.pool.query("update users set tagline = 'Another line' where id = any($1)", [
      creators.map(({ id }) => id),
    ]);
    const expected = creators.map(({ handle }) => `store-${handle}`).toSorted();
    // Each by name, and the burst in few requests: at most thirty in one.
    await eventually(() => expect([...new Set(cdn.purges.flat())].toSorted()).toEqual(expected));
    expect(cdn.purges.length).toBeLessThan(6);
  },
);

test("a purge that a CDN does not take fails, so that it is repeated", async () => {
  const wrong = { ...cdn.environment, CDN_PURGE_TOKEN: "another" };
  const services = { ...app.services, config: { ...app.services.config, cdn: loadConfig(wrong).cdn } };
  await expect(purgeCdn.handle(services, { tags: ["stores"] })).rejects.toThrow("403");
});

test("half of a CDN's settings is a mistake, and so is a purge in the open", () => {
  const live = { PUBLIC_URL: "https://store.example.com" };
  expect(() => loadConfig({ ...cdn.environment, CDN_PURGE_TOKEN: "" })).toThrow("CDN_PURGE_TOKEN is missing");
  expect(() => loadConfig({ ...cdn.environment, CDN: "off" })).toThrow("CDN is off");
  expect(() => loadConfig({ ...cdn.environment, ...live })).toThrow(
    "CDN_PURGE_URL must start with https:// on a public address",
  );
});
