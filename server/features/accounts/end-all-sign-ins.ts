import { type Queryable, statement } from "#server/database/statement.ts";

/**
 * Ends every sign-in of creators and buyers, and every code that was mailed: after the database was set back, what had been
 * ended since would be good again.
 */
export async function endAllSignIns(pool: Queryable): Promise<void> {
  await deleteSignIns(pool);
}

const deleteSignIns = statement("accounts_end_all_sign_ins")<never, []>(
  `with creators as (delete from sessions),
        buyers as (delete from buyer_sessions),
        codes as (delete from verification_tokens)
   delete from passkey_challenges`,
);
