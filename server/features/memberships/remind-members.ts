import { namesOfTrue } from "#server/database/names-of-true.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { Services } from "#server/services.ts";
import { syncMembership } from "./sync-membership.ts";

/**
 * What a member hears ahead: of a free trial's end 7 days before it, or 2 where it is shorter than 8; of a yearly renewal 21 days before it, and as long before the
 * first month at another price; once a year what a monthly membership costs and how to
 * end it, and 30 and 7 days before its card is no longer good. The longest of the notices that the laws of California and
 * the card networks ask for (AB 390, AB 2863; Visa, Mastercard). What began a trial of one or two days says all that its reminder would.
 */
export const reminders = ["TRIAL", "RENEWAL", "PRICE", "YEAR", "CARD"] as const;
export type Reminder = (typeof reminders)[number];

/** SQL: whether a row of `subscriptions` is to be reminded at `now`. */
const isDue = (now: string): Record<Reminder, string> => ({
  TRIAL: `status = 'trialing' and not cancel_at_period_end and trial_days > 2
    and current_period_end > ${now}::timestamptz and current_period_end <= ${now}::timestamptz + interval '7 days'
    and current_period_end <= ${now}::timestamptz + make_interval(days => case when trial_days < 8 then 2 else 7 end)
    and renewal_told_for is distinct from current_period_end`,
  RENEWAL: `status = 'active' and billing_interval = 'YEAR' and not cancel_at_period_end
    and current_period_end > ${now}::timestamptz and current_period_end <= ${now}::timestamptz + interval '21 days'
    and renewal_told_for is distinct from current_period_end`,
  PRICE: `status = 'active' and billing_interval = 'MONTH' and next_billing_interval = 'MONTH' and not cancel_at_period_end
    and current_period_end > ${now}::timestamptz and current_period_end <= ${now}::timestamptz + interval '21 days'
    and renewal_told_for is distinct from current_period_end`,
  YEAR: `status = 'active' and billing_interval = 'MONTH' and not cancel_at_period_end
    and year_told_at <= ${now}::timestamptz - interval '1 year'`,
  CARD: `status in ('active', 'paused') and not cancel_at_period_end
    and card_expires_at > ${now}::timestamptz and card_expires_at <= ${now}::timestamptz + interval '30 days'
    and (card_told_for is distinct from card_expires_at
         or (not card_told_twice and card_expires_at <= ${now}::timestamptz + interval '7 days'))`,
});

/** SQL: what each is due by, as its index has it. */
const dueBy: Record<Reminder, string> = {
  TRIAL: "current_period_end",
  RENEWAL: "current_period_end",
  PRICE: "current_period_end",
  YEAR: "year_told_at",
  CARD: "card_expires_at",
};

/** What is written down about a reminder, so that it is sent once. */
const told: Record<Reminder, string> = {
  TRIAL: "renewal_told_for = current_period_end",
  RENEWAL: "renewal_told_for = current_period_end",
  PRICE: "renewal_told_for = current_period_end",
  YEAR: "year_told_at = $2",
  CARD: "card_told_for = card_expires_at, card_told_twice = card_expires_at <= $2::timestamptz + interval '7 days'",
};

const batch = 200;

/**
 * Sends the reminders that are due, the longest due first. The provider is asked first how each stands: banks renew cards
 * without a word, and nobody shall hear of a payment that is not to come. Where it does not answer, what is written down
 * counts: a notice that the law asks for may not wait for long.
 */
export async function remindMembers(services: Services): Promise<void> {
  const { pool, clock, log } = services;
  const [due] = await selectKinds(pool, clock.now());
  const anyDue = reminders.filter((reminder) => due?.kinds?.includes(reminder));
  if (anyDue.length === 0) return;
  for (const reminder of anyDue) {
    for (const { id, providerId } of await selectDue[reminder](pool, batch, clock.now())) {
      await syncMembership(services, providerId).catch((error: unknown) => {
        log.warn({ err: error, subscriptionId: id }, "reminds a member without asking the provider");
      });
      await remind[reminder](pool, id, clock.now());
    }
  }
  wakeListeners(pool, "job_outbox");
}

/** One statement says of which reminders any is due: mostly of none. */
const selectKinds = statement("memberships_select_due_kinds")<{ kinds: Reminder[] | null }, [now: Date]>(
  `select ${namesOfTrue(
    Object.entries(isDue("$1")).map(([reminder, due]) => [
      reminder,
      `exists (select from subscriptions where order_id is not null and ${due})`,
    ]),
  )} as kinds`,
);

type Due = { id: string; providerId: string };
type AskedDue = [limit: number, now: Date];

const due = (reminder: Reminder): string =>
  `select id, provider_subscription_id as "providerId" from subscriptions
    where order_id is not null and ${isDue("$2")[reminder]} order by ${dueBy[reminder]} limit $1`;

const selectDue = {
  TRIAL: statement("memberships_select_due_trial")<Due, AskedDue>(due("TRIAL")),
  RENEWAL: statement("memberships_select_due_renewal")<Due, AskedDue>(due("RENEWAL")),
  PRICE: statement("memberships_select_due_price")<Due, AskedDue>(due("PRICE")),
  YEAR: statement("memberships_select_due_year")<Due, AskedDue>(due("YEAR")),
  CARD: statement("memberships_select_due_card")<Due, AskedDue>(due("CARD")),
};

type Asked = [id: string, now: Date];

/** One statement: whether it is still due, that it was told, and the mail. */
const mail = (reminder: Reminder): string => `
  with due as (
    update subscriptions set ${told[reminder]} where id = $1 and ${isDue("$2")[reminder]} returning id, customer_id),
  mail as (
    insert into mail_outbox (event, recipient, template, data, created_at)
    select 'membership-reminder:${reminder}:' || due.id || ':' || $2::timestamptz, c.email, 'membership-reminder',
           jsonb_build_object('subscriptionId', due.id, 'reminder', '${reminder}'), $2
      from due join customers c on c.id = due.customer_id
    on conflict do nothing returning id)
  insert into job_outbox (name, data) select 'send-mail', jsonb_build_object('mailId', id) from mail`;

const remind = {
  TRIAL: statement("memberships_remind_trial")<never, Asked>(mail("TRIAL")),
  RENEWAL: statement("memberships_remind_renewal")<never, Asked>(mail("RENEWAL")),
  PRICE: statement("memberships_remind_price")<never, Asked>(mail("PRICE")),
  YEAR: statement("memberships_remind_year")<never, Asked>(mail("YEAR")),
  CARD: statement("memberships_remind_card")<never, Asked>(mail("CARD")),
};
