import type pg from "pg";
import { statement } from "#server/database/statement.ts";

/** Takes an address off every creator's list, with all that is kept about it there but its no, of which a hash stays. */
export const eraseSubscriptions = (client: pg.PoolClient, email: string): Promise<unknown> =>
  deleteByAddress(client, email);

const deleteByAddress = statement("mailing_list_delete_by_address")<never, [email: string]>(
  `with links as (delete from unsubscribe_links where lower(email) = lower($1)),
        mails as (delete from promotions where lower(email) = lower($1))
   delete from subscribers where lower(email) = lower($1)`,
);
