import { randomUUID } from "node:crypto";
import { describePlatform } from "#tests/platforms/platform-contract.ts";
import type { PlatformName } from "#server/platforms/social-platform.ts";
import { demoComments, demoFans, demoMessages } from "#server/database/schema/sandbox-social.ts";
import { testApp } from "#tests/support/test-app.ts";
import { asc, eq, sql } from "drizzle-orm";
import { openDemoPlatform } from "./demo-platform.ts";

async function demoHarness(name: PlatformName) {
  const { services, clock } = await testApp();
  const { db, pool } = services;
  const accountId = `demo_${randomUUID()}`;
  const personOf = async (username: string, lastWroteAt: Date | null) => {
    const [fan] = await db
      .insert(demoFans)
      .values({ accountId, personId: `demo_f_${randomUUID()}`, username, lastWroteAt })
      .onConflictDoUpdate({
        target: [demoFans.accountId, demoFans.username],
        set: { lastWroteAt: sql`coalesce(excluded.last_wrote_at, demo_fans.last_wrote_at)` },
      })
      .returning();
    if (!fan) throw new Error("no fan was made");
    return fan.personId;
  };
  return {
    platform: openDemoPlatform({ pool, clock }, name),
    account: { platform: name, platformUserId: accountId, pageId: null, accessToken: "" },
    personWrites: (username: string) => personOf(username, clock.now()),
    async personComments(username: string, text: string) {
      const personId = await personOf(username, null);
      const commentId = `demo_c_${randomUUID()}`;
      await db
        .insert(demoComments)
        .values({ id: commentId, accountId, personId, postId: "post", text, createdAt: clock.now() });
      return { personId, commentId };
    },
    async delivered() {
      const rows = await db
        .select()
        .from(demoMessages)
        .where(eq(demoMessages.accountId, accountId))
        .orderBy(asc(demoMessages.seq));
      return rows.map(({ id, personId, text, button, visibility }) => ({
        messageId: id,
        personId,
        text,
        button,
        isPublic: visibility === "PUBLIC",
      }));
    },
    advanceHours: (hours: number) => clock.advance({ hours }),
    now: () => clock.now(),
    windowHours: 24,
  };
}

describePlatform("the demo Instagram", () => demoHarness("INSTAGRAM"));
