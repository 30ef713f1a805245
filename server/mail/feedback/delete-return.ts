import { statement } from "#server/database/statement.ts";

/** Somebody proved by a mailed code or link that an address exists, whatever a mail server said of it before. */
export const deleteReturn = statement("mail_delete_return")<never, [email: string]>(
  `delete from suppressions
    where address_hash = address_hash($1) and owner_id is null and cart_id is null and reason = 'BOUNCED'`,
);
