import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { getCurrentUser, setTimeZone } from "#contract/accounts/accounts.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";

const app = await testApp();

test("the zone is the browser's until the creator chooses, and a guess never replaces a choice", async () => {
  const me = app.as(await makeCreator(app));
  expect((await me.call(getCurrentUser)).body.timeZone).toBeNull();
  const say = async (timeZone: string, isGuess: boolean) =>
    (await me.call(setTimeZone, { body: { timeZone, isGuess } })).body.timeZone;
  expect(await say("Asia/Kathmandu", true)).toBe("Asia/Kathmandu");
  expect(await say("Europe/Zurich", true)).toBe("Asia/Kathmandu");
  expect(await say("Europe/Zurich", false)).toBe("Europe/Zurich");
  expect(await say("Asia/Kathmandu", true)).toBe("Europe/Zurich");
});

test.each(["Moon/Tycho", "+05:30", "EST5EDT", "Europe/Zurich'; select 1", "Zurich"])(
  "the zone %j is refused when it is chosen, and is the common one where it was a guess",
  async (timeZone) => {
    const me = app.as(await makeCreator(app));
    const chosen = await me.call(setTimeZone, { body: { timeZone, isGuess: false } });
    expect(chosen.status).toBe(422);
    expect(chosen.body).toMatchObject({ fields: { timeZone: expect.stringContaining("not known") } });
    const guessed = await me.call(setTimeZone, { body: { timeZone, isGuess: true } });
    expect(guessed.body).toMatchObject({ timeZone: "UTC" });
  },
);

test("the database keeps no zone that it does not know", async () => {
  const creator = await makeCreator(app);
  for (const zone of ["Moon/Tycho", "EST5EDT", "FOO+3"]) {
    const set = app.services.db.execute(sql`update users set time_zone = ${zone} where id = ${creator.id}`);
    await expect(set).rejects.toThrow();
  }
});

test("every zone that this program lists can be chosen", async () => {
  const creator = await makeCreator(app);
  const me = app.as(creator);
  const refused: string[] = [];
  for (const timeZone of Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/"))) {
    const { status } = await me.call(setTimeZone, { body: { timeZone, isGuess: false } });
    if (status !== 200) refused.push(timeZone);
  }
  expect(refused).toEqual([]);
});
