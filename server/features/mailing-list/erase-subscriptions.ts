import type pg from "pg";
import { statement } from "#server/database/statement.ts";

/**
 * Takes an address off every creator's list, with all that is kept about it there but its no, of which a hash stays. That a
 * mailing was for somebody stays without saying for whom, so that its numbers close.
 */
export const eraseSubscriptions = (client: pg.PoolClient, email: string): Promise<unknown> =>
  deleteByAddress(client, email);

const deleteByAddress = statement("mailing_list_delete_by_address")<never, [email: string]>(
  `with links as (delete from unsubscribe_links where lower(email) = lower($1)),
        mails as (delete from promotions where lower(email) = lower($1) and mailing_id is null),
        of_mailings as (
          update promotions set email = id || '@erased.invalid', mailbox = id || '@erased.invalid', data = data - 'name',
                 state = case when state = 'QUEUED' then 'SKIPPED' else state end,
                 reason = case when state = 'QUEUED' then 'They had their data removed' else reason end,
                 settled_at = case when state = 'QUEUED' then shop_now() else settled_at end
           where lower(email) = lower($1) and mailing_id is not null)
   delete from subscribers where lower(email) = lower($1)`,
);
