import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { socialAccounts } from "#server/database/schema/social.ts";
import { PlatformError, type ConnectablePlatform } from "#server/platforms/social-platform.ts";
import { makeCreator } from "#tests/support/factories.ts";
import { makeSocialAccount } from "#tests/support/social-factory.ts";
import { testApp } from "#tests/support/test-app.ts";
import { sealTokens } from "./account-tokens.ts";
import { catchUp } from "./catch-up.ts";

test("reads the missed messages of every account, whatever fails at another", async () => {
  const app = await testApp();
  const { services } = app;
  const { id: userId } = await makeCreator(app);
  const caughtUpAt = new Date(services.clock.now().getTime() - 2 * 3_600_000);
  const makeAccount = async () => {
    const account = await makeSocialAccount(app, { userId, connection: "OAUTH", caughtUpAt });
    const tokens = { accessToken: "token", refreshToken: null, issuedAt: caughtUpAt, expiresAt: null };
    await services.db
      .update(socialAccounts)
      .set(sealTokens(services, account, tokens))
      .where(eq(socialAccounts.id, account.id));
    return account;
  };
  const accounts = [];
  for (let count = 0; count < 103; count++) accounts.push(await makeAccount());
  const [broken, healthy] = accounts.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const asked: string[] = [];
  const instagram = {
    // All but one of them are refused by the platform, and the first fails for a reason that nobody expected.
    readMissed({ platformUserId }) {
      asked.push(platformUserId);
      if (platformUserId === broken?.platformUserId) throw new TypeError("unexpected");
      if (platformUserId === healthy?.platformUserId) return Promise.resolve([]);
      throw new PlatformError("DENIED", "no rights");
    },
  } satisfies Pick<ConnectablePlatform, "readMissed">;
  const platforms = {
    ...services.platforms,
    real: (name: string) =>
      name === "INSTAGRAM" ? (instagram as unknown as ConnectablePlatform) : undefined,
  };
  await expect(catchUp({ ...services, platforms })).rejects.toThrow(AggregateError);
  expect(asked.toSorted()).toEqual(accounts.map(({ platformUserId }) => platformUserId).toSorted());
  const read = await services.db.query.socialAccounts.findMany({
    where: (row, { gt }) => gt(row.caughtUpAt, caughtUpAt),
  });
  expect(read.map(({ id }) => id)).toEqual([healthy?.id]);
});
