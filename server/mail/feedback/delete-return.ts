import { type Queryable, statement } from "#server/database/statement.ts";

/** Somebody proved by a mailed code that an address exists, whatever a mail server said of it before. */
export async function deleteReturn(client: Queryable, email: string): Promise<void> {
  await deleteBounce(client, email);
}

const deleteBounce = statement("mail_delete_return")<never, [email: string]>(
  `delete from suppressions
    where address_hash = address_hash($1) and owner_id is null and cart_id is null and reason = 'BOUNCED'`,
);
