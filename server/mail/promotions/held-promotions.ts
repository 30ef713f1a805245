import { heldReason, type HeldItem, type Lane } from "#server/after-restore/held.ts";
import { statement } from "#server/database/statement.ts";

/** Mails that advertise, and wait for a person after a restore. */
export const heldPromotions: Lane = {
  hold: async (pool, now) => (await hold(pool, now, heldReason))[0]?.count ?? 0,
  list: (pool, limit) => list(pool, limit),
  count: async (pool) => (await count(pool))[0]?.count ?? 0,
  release: async (pool, now, ids) => (await release(pool, now, ids)).length,
  drop: async (pool, now, ids) => (await drop(pool, now, ids, heldReason)).length,
};

type Count = { count: number };
const held = "state = 'QUEUED' and due_at = 'infinity'";

/** What a killed process had claimed is of unknown end already, and is not sent again. */
const hold = statement("mail_hold_promotions")<Count, [now: Date, reason: string]>(
  `with held as (
     update promotions set due_at = 'infinity', reason = $2 where state = 'QUEUED' and due_at <= $1 returning id)
   select count(*)::int as count from held`,
);

const list = statement("mail_list_held_promotions")<HeldItem, [limit: number]>(
  `select id, template as about, email as to, created_at as since from promotions
    where ${held} order by created_at, id limit $1`,
);

const count = statement("mail_count_held_promotions")<Count, []>(
  `select count(*)::int as count from promotions where ${held}`,
);

/** Meant for now: how late it is was decided by whoever released it. */
const release = statement("mail_release_promotions")<{ id: string }, [now: Date, ids: string[] | null]>(
  `update promotions set due_at = $1, wanted_at = $1, reason = null
    where ${held} and ($2::uuid[] is null or id = any ($2)) returning id`,
);

const drop = statement("mail_drop_promotions")<
  { id: string },
  [now: Date, ids: string[] | null, reason: string]
>(
  `update promotions set state = 'UNKNOWN', due_at = $1, claimed_at = coalesce(claimed_at, $1), settled_at = $1, reason = $3
    where ${held} and ($2::uuid[] is null or id = any ($2)) returning id`,
);
