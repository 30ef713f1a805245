import { and, eq, inArray, isNotNull, isNull, lt, ne, notInArray, or } from "drizzle-orm";
import { platforms as allPlatforms, socialAccounts } from "#server/database/schema/social.ts";
import { HttpError } from "#server/errors.ts";
import { PlatformError, type ProvenAccount } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import { noTokens, openTokens } from "./account-tokens.ts";
import { aloneWith } from "./alone-with.ts";
import { connectProven } from "./connect-proven.ts";
import type { AccountRow } from "./list-accounts.ts";
import { subscribeAccount } from "./subscribe-account.ts";
import { webhookUrlOf } from "./webhook-url.ts";

const atOnce = 100;
const dayMs = 86_400_000;

/** Asks providers again whose the tokens are that could not be confirmed when they were typed. */
export async function confirmAccounts(services: Services): Promise<void> {
  const waiting = and(eq(socialAccounts.problem, "UNCONFIRMED"), isNotNull(socialAccounts.accessToken));
  for (const row of await rowsOf(services, waiting))
    await aloneWith(services.sessions, `social token ${row.id}`, () => confirmAccount(services, row));
}

/**
 * Asks platforms again for the events of accounts that they do not deliver to this address yet; once a day also Meta for
 * those that it does, since it stops by itself after an outage of ours and does not say so.
 */
export async function subscribeAccounts(services: Services): Promise<void> {
  const deaf = and(
    eq(socialAccounts.verified, true),
    ne(socialAccounts.connection, "DEMO"),
    isNull(socialAccounts.problem),
    or(
      isNull(socialAccounts.webhookUrl),
      notInArray(
        socialAccounts.webhookUrl,
        allPlatforms.map((platform) => webhookUrlOf(services.config, platform)),
      ),
      and(
        ne(socialAccounts.platform, "TWITTER"),
        lt(socialAccounts.updatedAt, new Date(services.clock.now().getTime() - dayMs)),
      ),
    ),
  );
  for (const row of await rowsOf(services, deaf)) {
    if (!(await subscribeAccount(services, row))) await moveBack(services, row);
  }
}

/** Those of platforms that can be asked here; who has waited longest first. */
const rowsOf = ({ db, platforms }: Services, which: ReturnType<typeof and>): Promise<AccountRow[]> => {
  const here = allPlatforms.filter((platform) => platforms.real(platform) !== undefined);
  return db
    .select()
    .from(socialAccounts)
    .where(and(which, inArray(socialAccounts.platform, here)))
    .orderBy(socialAccounts.updatedAt)
    .limit(atOnce);
};

async function confirmAccount(services: Services, row: AccountRow): Promise<void> {
  const provider = services.platforms.real(row.platform);
  const tokens = openTokens(services, row);
  if (!provider || !tokens) return;
  let proven: ProvenAccount;
  try {
    proven = await provider.confirmToken(tokens.accessToken);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return error.kind === "NOT_REACHED" || error.kind === "MALFORMED"
      ? moveBack(services, row)
      : askToReconnect(services, row);
  }
  try {
    const to = { creatorId: row.userId, connection: "MANUAL", into: row.id } as const;
    const [written] = await connectProven(services, to, [proven]);
    // The creator has connected this very account on another way meanwhile.
    if (written && written.id !== row.id) await askToReconnect(services, row);
    if (written) await subscribeAccount(services, written);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    await askToReconnect(services, row);
  }
}

/** Behind the others that wait. */
async function moveBack({ db, clock }: Services, { id }: AccountRow): Promise<void> {
  await db.update(socialAccounts).set({ updatedAt: clock.now() }).where(eq(socialAccounts.id, id));
}

/** This token will never do. */
async function askToReconnect({ db, clock }: Services, { id }: AccountRow): Promise<void> {
  await db
    .update(socialAccounts)
    .set({ ...noTokens, problem: "RECONNECT", updatedAt: clock.now() })
    .where(and(eq(socialAccounts.id, id), eq(socialAccounts.problem, "UNCONFIRMED")));
}
