import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "#tests/support/eventually.ts";
import { getCreator, updateProfile } from "#contract/accounts/accounts.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { type MutedDatabase, openMutedDatabase } from "#tests/support/muted-database.ts";
import { testApp, type TestApp } from "#tests/support/test-app.ts";

/** Two processes in one, on one database; the second can be cut off from its notifications. */
let here: TestApp;
let there: TestApp;
let database: MutedDatabase;
beforeAll(async () => {
  here = await testApp();
  const { databaseUrl, databaseDirectUrl } = here.services.config;
  database = await openMutedDatabase(databaseDirectUrl ?? databaseUrl!);
  there = await testApp({
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: undefined,
    APP_SECRET: here.services.secret,
  });
  return () => database.close();
});

const taglineAt = async (app: TestApp, handle: string) =>
  (await app.call(getCreator, { params: { handle } })).body.tagline;
/** Edits at the first process, after both have kept what was there. */
async function edit(creator: { id: string; handle: string }, tagline: string): Promise<void> {
  await taglineAt(there, creator.handle);
  const { status } = await here.as(creator).call(updateProfile, { body: { tagline } });
  expect(status).toBe(200);
}

test.runIf(process.env["TEST_LISTEN"] !== "off")(
  "what is edited at one process shows at the other once it is told, and what is kept of others stays",
  async () => {
    const [maya, other] = [await makeCreator(here), await makeCreator(here)];
    const told: string[] = [];
    await there.services.notifications.listen("storefront_changed", (handle) => void told.push(handle));
    for (let round = 0; round < 5; round++) {
      told.length = 0;
      await edit(maya, `Line ${round}`);
      await eventually(() => expect(told).toContain(maya.handle));
      expect(await taglineAt(there, maya.handle)).toBe(`Line ${round}`);
    }
    await taglineAt(there, other.handle);
    await edit(maya, "The last line");
    await eventually(async () => expect(await taglineAt(there, maya.handle)).toBe("The last line"));
    // Changed behind the back of all: who asks again is shown what was kept.
    await here.services.pool.query("alter table users disable trigger user_storefront_changed");
    await here.services.pool.query("update users set tagline = 'Unseen' where id = $1", [other.id]);
    await here.services.pool.query("alter table users enable trigger user_storefront_changed");
    expect(await taglineAt(there, other.handle)).not.toBe("Unseen");
  },
);

test("where notifications are lost and nobody says so, it shows within a second all the same", async () => {
  const maya = await makeCreator(here);
  await edit(maya, "Before");
  await eventually(async () => expect(await taglineAt(there, maya.handle)).toBe("Before"));
  database.mute();
  await edit(maya, "After");
  // Whoever asks half a second later waits for the database to say what it told; it does not, within 0.4 s.
  await sleep(550);
  expect(await taglineAt(there, maya.handle)).toBe("After");
});
