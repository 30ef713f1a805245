import { heldReason, type HeldItem, type Lane } from "#server/after-restore/held.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { recordResults, sendResult } from "./record-results.ts";

/** Messages that wait for a person after a restore. One that is dropped is UNKNOWN: its platform is asked whether it arrived. */
export const heldSends: Lane = {
  hold: async (pool, now) => (await hold(pool, now, heldReason))[0]?.count ?? 0,
  list: (pool, limit) => list(pool, limit),
  count: async (pool) => (await count(pool))[0]?.count ?? 0,
  release: async (pool, now, ids) => (await release(pool, now, ids)).length,
  drop: (pool, now, ids) =>
    inTransaction(pool, async (client) => {
      const dropped = await claim(client, ids);
      const results = dropped.map(({ id }) => sendResult(id, "UNKNOWN", { dueAt: now, failure: heldReason }));
      await recordResults(client, results, now);
      return dropped.length;
    }),
};

type Count = { count: number };
const held = "state = 'QUEUED' and due_at = 'infinity'";

const hold = statement("social_hold_sends")<Count, [now: Date, reason: string]>(
  `with held as (
     update social_sends set due_at = 'infinity', failure = $2 where state = 'QUEUED' and due_at <= $1 returning id)
   select count(*)::int as count from held`,
);

const list = statement("social_list_held")<HeldItem, [limit: number]>(
  `select s.id, s.purpose || ': ' || left(s.text, 60) as about,
          coalesce('@' || c.participant_username, s.recipient_id) || ' on ' || s.platform as to, s.created_at as since
     from social_sends s left join dm_conversations c on c.id = s.conversation_id
    where s.state = 'QUEUED' and s.due_at = 'infinity' order by s.created_at, s.id limit $1`,
);

const count = statement("social_count_held")<Count, []>(
  `select count(*)::int as count from social_sends where ${held}`,
);

const release = statement("social_release_held")<{ id: string }, [now: Date, ids: string[] | null]>(
  `update social_sends set due_at = $1, failure = null
    where ${held} and ($2::uuid[] is null or id = any ($2)) returning id`,
);

/** As if it had been sent at the moment that the database was set back to: its thread is looked through from then on. */
const claim = statement("social_claim_held")<{ id: string }, [ids: string[] | null]>(
  `update social_sends set state = 'SENDING', attempts = attempts + 1, claimed_at = least(created_at, (select max(restored_to) from restores))
    where ${held} and ($1::uuid[] is null or id = any ($1)) returning id`,
);
