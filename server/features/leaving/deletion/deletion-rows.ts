import type { ClosedWith, deletionStates } from "#server/database/schema/account-deletions.ts";
import { statement } from "#server/database/statement.ts";

type State = (typeof deletionStates)[number];

/** Whoever asks, keeps, erases or puts something on sale takes turns; no checkout waits. */
export const lockOwner = statement("leaving_lock_owner")<{ handle: string }, [ownerId: string]>(
  "select handle from users where id = $1 and erased_at is null for no key update",
);

/** The same of whoever erases: also sign-ins, and sales that are being written, are waited for. */
export const lockCreator = statement("leaving_lock_creator")<{ email: string }, [ownerId: string]>(
  "select email from users where id = $1 and erased_at is null for update",
);

export const selectDeletion = statement("leaving_select_deletion")<
  { state: State; askedAt: Date; dueAt: Date; closedWith: ClosedWith },
  [ownerId: string]
>(
  `select state, asked_at as "askedAt", due_at as "dueAt", closed_with as "closedWith" from account_deletions where owner_id = $1`,
);

export const insertDeletion = statement("leaving_insert_deletion")<
  never,
  [ownerId: string, askedAt: Date, dueAt: Date]
>(
  `insert into account_deletions (owner_id, asked_at, due_at, closed_with)
   values ($1, $2, $3, '{"productIds": [], "socialAccountIds": [], "mailings": []}')`,
);

export const saveClosedWith = statement("leaving_save_closed_with")<
  never,
  [ownerId: string, closedWith: string]
>("update account_deletions set closed_with = $2::jsonb where owner_id = $1");

export const deleteDeletion = statement("leaving_delete_deletion")<never, [ownerId: string]>(
  "delete from account_deletions where owner_id = $1",
);

/** SQL: whose time has come at `$1`, and whose deletion was cut off; then those in which what was on its way may have arrived. */
const dueDeletions = `account_deletions
    where state = 'ASKED' and due_at <= $1 or state = 'ERASING'
       or state = 'ERASED' and erased_at <= $1::timestamptz - interval '1 hour'`;

/** SQL: whether there is any. */
export const isAnyDeletionDue = `exists (select from ${dueDeletions})`;

export const selectDueDeletions = statement("leaving_select_due_deletions")<
  { ownerId: string; state: State },
  [now: Date]
>(
  `select owner_id as "ownerId", state from ${dueDeletions}
    order by due_at, owner_id`,
);

export const beginErasing = statement("leaving_begin_erasing")<
  { ownerId: string },
  [ownerId: string, now: Date]
>(
  `update account_deletions set state = 'ERASING', begun_at = $2
    where owner_id = $1 and state = 'ASKED' and due_at <= $2 returning owner_id as "ownerId"`,
);

export const recordErased = statement("leaving_record_erased")<never, [ownerId: string, now: Date]>(
  `update account_deletions set state = 'ERASED', erased_at = $2, closed_with = '{"productIds": [], "socialAccountIds": [], "mailings": []}'
    where owner_id = $1 and state = 'ERASING'`,
);

export const recordDone = statement("leaving_record_done")<never, [ownerId: string]>(
  "update account_deletions set state = 'DONE' where owner_id = $1 and state = 'ERASED'",
);

/** Whose deletion is a day ahead and was not said so yet. */
export const claimReminders = statement("leaving_claim_reminders")<
  { ownerId: string; email: string; dueAt: Date },
  [now: Date]
>(
  `update account_deletions d set reminded_at = $1 from users u
    where u.id = d.owner_id and d.state = 'ASKED' and d.reminded_at is null and d.due_at > $1 and d.due_at <= $1::timestamptz + interval '1 day'
   returning d.owner_id as "ownerId", u.email, d.due_at as "dueAt"`,
);

/** None is carried out for two days, and each is said a day before once more. */
export const postponeDeletions = statement("leaving_postpone_deletions")<never, [now: Date]>(
  `update account_deletions set due_at = $1::timestamptz + interval '2 days', reminded_at = null
    where state = 'ASKED' and due_at < $1::timestamptz + interval '2 days'`,
);
