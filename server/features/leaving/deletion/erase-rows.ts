import { deleteInBatches } from "#server/database/delete-in-batches.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";
import { erasedTables } from "./erased-tables.ts";

/** Deletes what goes with the account, a thousand rows at a time, and cuts what stays off from it. */
export async function eraseRows(services: Services, ownerId: string, stopping?: AbortSignal): Promise<void> {
  const { pool } = services;
  for (const { table, owner = "owner_id", which = "true" } of erasedTables) {
    const found = `select t.ctid from ${table} t where t.${owner} = $1 and ${which} limit $2`;
    await deleteInBatches(
      pool,
      // Partitions have rows at the same places: so whose they are is asked of what is deleted, too.
      `delete from ${table} d where d.${owner} = $1 and d.ctid = any (array(${found}))`,
      [ownerId],
      stopping,
    );
  }
  await closeOffers(pool, ownerId);
  await closeAffiliates(pool, ownerId);
  await untieAffiliate(pool, ownerId);
  await leaveInvitations(pool, ownerId);
  await anonymizeColleague(services, ownerId, stopping);
}

const closeOffers = statement("leaving_close_offers")<never, [ownerId: string]>(
  `with coupon as (update coupons set active = false where owner_id = $1 and active)
   update upsells set active = false where owner_id = $1 and active`,
);

const closeAffiliates = statement("leaving_close_affiliates")<never, [ownerId: string]>(
  `with link as (update affiliate_links set active = false where owner_id = $1 and active)
   update affiliates set active = false where owner_id = $1 and active`,
);

/** What others owe them is theirs by their address: whoever proves it again has it. */
const untieAffiliate = statement("leaving_untie_affiliate")<never, [ownerId: string]>(
  "update affiliates set user_id = null where user_id = $1",
);

const leaveInvitations = statement("leaving_leave_invitations")<never, [userId: string]>(
  "delete from team_invitations i using users u where u.id = $1 and lower(i.email) = lower(u.email)",
);

/**
 * The logs of stores that they worked for say what was done there, and no more who did it; by whatever address they had then.
 * A week at a time, since no index leads to them: everybody's log of a year would take longer than a statement may.
 */
async function anonymizeColleague({ pool, clock }: Services, userId: string, stopping?: AbortSignal) {
  const now = clock.now().getTime();
  for (let end = now + weekMs; end > now - loggedMs; end -= weekMs) {
    stopping?.throwIfAborted();
    await anonymizeEvents(pool, userId, new Date(end - weekMs), new Date(end));
  }
}

const weekMs = 7 * 86_400_000;
/** As long as a log is kept, and a month. */
const loggedMs = 400 * 86_400_000;

const anonymizeEvents = statement("leaving_forget_colleague")<
  never,
  [userId: string, from: Date, until: Date]
>(
  `update account_events e set detail = e.detail || '{"name": "Somebody who is gone", "email": ""}'::jsonb
    where e.created_at >= $2 and e.created_at < $3 and e.owner_id <> $1
      and e.kind in ('TEAM_INVITED', 'TEAM_JOINED', 'TEAM_ROLE_CHANGED', 'TEAM_LEFT', 'COLLEAGUE_ACTED')
      and (lower(e.detail ->> 'email') = (select lower(u.email) from users u where u.id = $1)
        or exists (select from email_changes c
                    where c.owner_id = $1 and lower(c.from_email) = lower(e.detail ->> 'email') and e.created_at <= c.changed_at))`,
);
