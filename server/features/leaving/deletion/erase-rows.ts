import { deleteInBatches } from "#server/database/delete-in-batches.ts";
import { statement } from "#server/database/statement.ts";
import { erasedAddress } from "#server/mail/erased-address.ts";
import type { Services } from "#server/services.ts";
import { erasedTables } from "./erased-tables.ts";

/** Deletes what goes with the account, a thousand rows at a time, and cuts what stays off from it. */
export async function eraseRows({ pool }: Services, ownerId: string, stopping?: AbortSignal): Promise<void> {
  for (const { table, owner = "owner_id", which = "true" } of erasedTables) {
    const found = `select t.ctid from ${table} t where t.${owner} = $1 and ${which} limit $2`;
    await deleteInBatches(
      pool,
      `delete from ${table} where ctid = any (array(${found}))`,
      [ownerId],
      stopping,
    );
  }
  await closeOffers(pool, ownerId);
  await closeAffiliates(pool, ownerId);
  await untieAffiliate(pool, ownerId);
  await leaveInvitations(pool, ownerId);
  await anonymizeColleague(pool, ownerId);
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

/** The log of a store that they worked for says what was done there, and no more who did it. */
const anonymizeColleague = statement("leaving_forget_colleague")<never, [userId: string]>(
  `update account_events e set detail = e.detail || '{"name": "Somebody who is gone", "email": ""}'::jsonb
     from users u
    where u.id = $1 and e.owner_id <> u.id and lower(e.detail ->> 'email') = lower(u.email)
      and e.kind in ('TEAM_INVITED', 'TEAM_JOINED', 'TEAM_ROLE_CHANGED', 'TEAM_LEFT', 'COLLEAGUE_ACTED')`,
);

/** The address is in no mail any more once the last one has left; what was sent to it since belongs to somebody new. */
export const eraseMailsOf = (pool: Services["pool"], ownerId: string, lastEvent: string) =>
  eraseMails(pool, ownerId, erasedAddress(ownerId), lastEvent);

const eraseMails = statement("leaving_erase_mails")<
  never,
  [ownerId: string, tombstone: string, lastEvent: string]
>(
  `update mail_outbox m set recipient = $2, failure = null
     from mail_outbox last join account_deletions d on d.owner_id = $1
    where last.event = $3 and lower(m.recipient) = lower(last.recipient) and m.created_at <= d.erased_at`,
);
