import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { z } from "zod";
import { sessionCookieOf } from "#tests/support/session-cookie.ts";
import { testApp } from "#tests/support/test-app.ts";
import { idCalls, valueOfSlot } from "./creator-calls.ts";
import { dumpDatabase } from "./database-dump.ts";
import { declaredEndpoints, nameOf } from "./declared-endpoints.ts";
import { type FurnishedCreator, makeFurnishedCreator } from "./furnished-creator.ts";
import { valuesOf } from "./schema-arbitraries.ts";

const app = await testApp();
// The shop's clock is moved last: what a creator may do ends with their trial.
const withBody = (await declaredEndpoints())
  .filter(({ schema }) => schema.body)
  .toSorted((a, b) => Number(movesTheClock(a)) - Number(movesTheClock(b)));
let mine: FurnishedCreator;
let theirs: FurnishedCreator;
beforeAll(async () => {
  mine = await makeFurnishedCreator(app);
  theirs = await makeFurnishedCreator(app);
});

function movesTheClock({ url }: { url: string }): boolean {
  return url === "/api/dev/clock";
}

const planted = {
  id: "c0ffee00-0000-4000-8000-00000000beef",
  text: "planted-by-the-caller",
  moment: "2001-02-03T04:05:06.000Z",
  number: 87_654_321,
};

/** Columns of ours that no caller sets, in the spellings that a careless handler might take over. */
const forbidden = () => ({
  ...fill(planted.id, "id _id orderId customerId digitalFileId imageId checkoutSessionId moduleId sessionId"),
  ...fill(theirs.id, "ownerId owner_id userId user_id creatorId"),
  ...fill(
    planted.text,
    "email role storageKey storagePath digitalFileName digitalFileMimeType sha256 oidcSubject",
  ),
  ...fill(
    planted.text,
    "providerAccountId providerCustomerId paymentIntentId browserHash token tokenHash currencyCode",
  ),
  ...fill(planted.moment, "createdAt created_at updatedAt trialEndsAt profileCompletedAt paidAt expiresAt"),
  ...fill(planted.moment, "revokedAt grantedAt lastDownloadAt lastSeenAt storedAt"),
  ...fill(
    planted.number,
    "usageCount usage_count orderCount downloadCount position amountCents discountCents attempts",
  ),
  ...fill(
    planted.number,
    "refundedCents unitPriceCents digitalFileSize inventoryQuantity platformFeeBps acceptanceRate",
  ),
  ...fill(true, "admin isAdmin verified disputed generated trackInventory"),
  plan: "ENTERPRISE",
  status: "PAID",
  state: "STORED",
});
const fill = (value: unknown, names: string) =>
  Object.fromEntries(names.split(" ").map((name) => [name, value]));

/** After one call and before the next: nothing between them may change anything either. */
let before: Awaited<ReturnType<typeof dumpDatabase>> | undefined;

test.each(withBody.map((endpoint) => [nameOf(endpoint), endpoint] as const))(
  "%s takes the fields of its contract and no other",
  async (name, endpoint) => {
    const { method, url, schema } = endpoint;
    const own = new Set(Object.keys((schema.body as z.ZodObject).shape));
    const extra = Object.fromEntries(Object.entries(forbidden()).filter(([field]) => !own.has(field)));
    const call = idCalls[name];
    before ??= await dumpDatabase(app.services.pool);
    let cookie = await sessionCookieOf(app, mine);
    const ids = Object.values(mine.ids);
    const known = {
      ...call?.body?.(mine),
      ...Object.fromEntries(
        Object.entries(call?.ids ?? {}).map(([slot, kind]) => [
          slot.split(".")[1],
          call && valueOfSlot(call, slot, mine.ids[kind]),
        ]),
      ),
    };
    const generated = fc.sample(valuesOf(schema.body as z.ZodType, ids), { numRuns: 15, seed: 7 });
    for (const body of [known, ...(generated as object[])]) {
      const path = url.replaceAll(/:(\w+)/g, (_, param: string) => {
        const kind = call?.ids[`params.${param}`];
        return kind ? mine.ids[kind] : mine.ids.product;
      });
      const ask = () =>
        app.app.inject({
          method,
          url: path,
          payload: JSON.stringify({ ...body, ...extra }),
          headers: { "content-type": "application/json", cookie },
        });
      let answer = await ask();
      // The call before may have ended the session.
      if (answer.statusCode === 401) {
        cookie = await sessionCookieOf(app, mine);
        answer = await ask();
      }
      const { statusCode, body: text } = answer;
      if (call && body === known) expect(statusCode, text).toBeLessThan(300);
      for (const value of [planted.id, planted.text, planted.moment]) expect(text).not.toContain(value);
    }
    const after = await dumpDatabase(app.services.pool);
    const rows = Object.values(after).flat().join("\n");
    for (const value of [planted.id, planted.text, "2001-02-03", String(planted.number), "ENTERPRISE"])
      expect(rows.includes(value), value).toBe(false);
    const theirRows = (dump: Record<string, string[]>) =>
      Object.values(dump)
        .flat()
        .filter((row) => row.includes(theirs.id));
    expect(theirRows(after)).toEqual(theirRows(before));
    before = after;
  },
);
