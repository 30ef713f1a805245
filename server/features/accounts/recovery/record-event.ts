import type { AccountEventKind } from "#contract/accounts/account-event-kinds.ts";
import type { Db } from "#server/database/client.ts";
import { accountEvents } from "#server/database/schema/account-events.ts";

/** The browser that did it; undefined for what an operator or a job did. */
export type Client = { userAgent: string; ip: string };

/** Adds an entry to an account's log. Its owner is emailed about every one of these kinds (`account_event_mailed`). */
export async function recordEvent(
  tx: Db,
  ownerId: string,
  kind: AccountEventKind,
  client: Client | undefined,
  createdAt: Date,
  more: Record<string, string> = {},
): Promise<void> {
  const by = client && { userAgent: client.userAgent.slice(0, 300), ip: client.ip };
  await tx.insert(accountEvents).values({ ownerId, kind, detail: { ...more, ...by }, createdAt });
}
