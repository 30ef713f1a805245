import { z } from "zod";
import { undoMinutes } from "#contract/deletions/deletions.ts";
import { reporterDays } from "#contract/operator/report-reasons.ts";
import { deleteInBatches } from "#server/database/delete-in-batches.ts";
import { namesOfTrue } from "#server/database/names-of-true.ts";
import { statement } from "#server/database/statement.ts";
import { defineJob } from "./job.ts";

/**
 * What nobody can ask for any more, by table: its key, and since when (`$1` is the moment of the run). Whoever reads these
 * tables asks for nothing that is past these times; an index leads to it.
 */
const ended = [
  { table: "checkout_drafts", key: "id", when: "expires_at < $1" },
  // Also those that were paid before they were ever left, which nobody sees.
  {
    table: "abandoned_carts",
    key: "id",
    when: "left_at < $1::timestamptz - interval '90 days'",
  },
  // Counters whose time is over count for nothing. Their moments are epoch milliseconds.
  { table: "rate_limits", key: "key", when: "expire < extract(epoch from $1::timestamptz) * 1000" },
  // Until then they count towards the daily limit of codes.
  {
    table: "verification_tokens",
    key: "id",
    when: "expires_at < $1::timestamptz - interval '1 day'",
  },
  {
    table: "deletions",
    key: "id",
    when: `deleted_at < $1::timestamptz - interval '${undoMinutes} minutes'`,
  },
  { table: "passkey_challenges", key: "challenge_hash", when: "expires_at < $1" },
  { table: "email_changes", key: "id", when: "changed_at < $1::timestamptz - interval '1 year'" },
  { table: "sessions", key: "sid", when: "expire < $1" },
  // Its owner still sees that nobody took it, and can mail it again.
  { table: "team_invitations", key: "id", when: "expires_at < $1::timestamptz - interval '30 days'" },
  { table: "account_events", key: "id", when: "created_at < $1::timestamptz - interval '1 year'" },
  // Their files are gone since a week after they were made.
  {
    table: "account_exports",
    key: "id",
    when: "created_at < $1::timestamptz - interval '90 days' and state in ('FAILED', 'EXPIRED')",
  },
  { table: "buyer_sessions", key: "token_hash", when: "expires_at < $1" },
  // A browser proves the orders that it paid for 30 days.
  {
    table: "order_browsers",
    key: "(order_id, browser_hash)",
    when: "granted_at < $1::timestamptz - interval '31 days'",
  },
  // What named no order that anybody proved; where there is one, its buyer has been told.
  {
    table: "withdrawals",
    key: "id",
    when: "proven_at is null and created_at < $1::timestamptz - interval '60 days'",
  },
  // Who asked for a creator's mails and never confirmed it, 14 days after the mail that asks for that has left.
  {
    table: "subscribers",
    key: "id",
    when: `state = 'PENDING' and asked_at < $1::timestamptz - interval '14 days' and not exists (
      select from mail_outbox m where m.event = concat_ws(':', 'confirm-subscription', subscribers.id, subscribers.round)
         and (m.state in ('QUEUED', 'WAITING') or m.sent_at > $1::timestamptz - interval '14 days'))`,
  },
  // A day longer than a download can last, and than the same link is given again.
  {
    table: "download_grants",
    key: "id",
    when: "expires_at < $1::timestamptz - interval '1 day'",
  },
] as const;

/** One statement says of which tables anything has ended: of most there is nothing. */
const selectEnded = statement("jobs_select_tables_with_ended")<{ tables: string[] | null }, [now: Date]>(
  `select ${namesOfTrue(ended.map(({ table, when }) => [table, `exists (select from ${table} where ${when})`]))} as tables`,
);

/** The report stays, as what was done about it does; whom to answer is of no use any more. */
const eraseReporters = `update abuse_reports set email = null where id in (
  select id from abuse_reports where email is not null and closed_at < $1::timestamptz - interval '${reporterDays} days'
   limit $2 for update skip locked)`;

/** Removes what has ended, so that no table grows with the visits of years; checkouts have a job of their own. */
export const removeWhatEnded = defineJob({
  name: "remove-what-ended",
  schedule: "29 * * * *",
  data: z.object({}),
  async handle({ pool, clock }, _, stopping) {
    const now = clock.now();
    await deleteInBatches(pool, eraseReporters, [now], stopping);
    const [found] = await selectEnded(pool, now);
    for (const { table, key, when } of ended.filter(({ table: name }) => found?.tables?.includes(name))) {
      const rows = key.replace(/[()]/g, "");
      const some = `select ${rows} from ${table} where ${when} limit $2 for update skip locked`;
      await deleteInBatches(pool, `delete from ${table} where ${key} in (${some})`, [now], stopping);
    }
  },
});
