import { type Queryable, statement } from "#server/database/statement.ts";

/**
 * Ends every sign-in of creators and buyers, every code that was emailed, all recovery codes and pending resets: after the
 * database was set back, what had been used or ended since would work again. Passkeys stay, and make new recovery codes.
 */
export async function endAllSignIns(pool: Queryable): Promise<void> {
  await deleteSignIns(pool);
}

const deleteSignIns = statement("accounts_end_all_sign_ins")<never, []>(
  `with creators as (delete from sessions),
        buyers as (delete from buyer_sessions),
        codes as (delete from verification_tokens),
        recovery as (delete from recovery_codes),
        resets as (delete from sign_in_resets)
   delete from passkey_challenges`,
);
