import { hotStatement, statement } from "#server/database/statement.ts";
import { isStoreClosed } from "#server/database/suspended.ts";
import { MailNotAccepted, MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { allPromotions } from "./all-promotions.ts";
import { claimPromotion } from "./claim-promotion.ts";
import type { Promotion, PromotionTemplate, PromotionTemplates } from "./promotion-template.ts";
import { promotionRoom } from "./promotion-room.ts";
import { getUnsubscribeWays } from "./unsubscribe-link.ts";

/** Two of the four connections to the mail server: codes and receipts have the others. */
const atATime = 2;
const inOneRound = 40;
/** A run ends before the next one begins. */
const runMs = 50_000;
/** Seconds before the second try, and so on; a mail that may have arrived has none. */
const delays = [60, 300, 1_800, 7_200];
/** Longer than any answer takes. */
const answerMinutes = 10;

/**
 * Sends mails that advertise, creators in turns, until none is due or the run's time is over. Each is claimed before it is
 * handed over: where no answer came, or the process died, it is of unknown end and is not sent again.
 */
export async function sendPromotions(
  services: Services,
  stopping: AbortSignal | undefined,
  templates: PromotionTemplates = allPromotions,
): Promise<void> {
  const { pool, clock } = services;
  await recordUnanswered(pool, clock.now(), answerMinutes);
  const end = performance.now() + runMs;
  while (performance.now() < end) {
    const next = await selectTurns(pool, clock.now());
    if (next.length === 0) return;
    // What may not leave is left out or put off by this, so that the next round has others.
    const work = async () => {
      for (let row = next.shift(); row; row = next.shift()) {
        stopping?.throwIfAborted();
        await sendOne(services, templates, row.id);
      }
    };
    const turns = await Promise.allSettled(Array.from({ length: atATime }, work));
    // Over when all of them are: whoever stops this process, or starts another run, must not find one of them still sending.
    const failed = turns.find((turn) => turn.status === "rejected");
    if (failed) throw failed.reason;
  }
}

/** What a killed process had claimed has no answer for ever. Only while no other process sends mail. */
export async function closeUnansweredPromotions({ pool, clock }: Services): Promise<void> {
  await recordUnanswered(pool, clock.now(), 0);
}

async function sendOne(services: Services, templates: PromotionTemplates, id: string): Promise<void> {
  const { outcomes, pool, clock } = services;
  outcomes.requireRoom();
  const claimed = await claimPromotion(services, templates, id);
  if (!claimed) return;
  const { template, promotion, attempt } = claimed;
  const { state, reason } = await deliver(services, template, promotion);
  await outcomes.write(id, () => settle(pool, id, state, reason, clock.now(), delays, attempt));
}

type Outcome = { state: "SENT" | "FAILED" | "UNKNOWN" | "QUEUED"; reason: string | null };

async function deliver(
  services: Services,
  template: PromotionTemplate,
  promotion: Promotion,
): Promise<Outcome> {
  const { mailer, pool, clock, log } = services;
  const failed = (error: unknown, state: Outcome["state"]): Outcome => {
    log.error({ err: error, promotionId: promotion.id }, "promotion not sent");
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 500);
    return { state: error instanceof MailRefused ? "FAILED" : state, reason };
  };
  let rendered: RenderedMail;
  try {
    const unsubscribe = await getUnsubscribeWays(services, pool, promotion, clock.now());
    rendered = await template.render(services, promotion, unsubscribe);
  } catch (error) {
    // Nothing has left yet.
    return failed(error, "QUEUED");
  }
  try {
    await mailer.send({ ...rendered, messageId: promotion.id, to: promotion.email });
    return { state: "SENT", reason: null };
  } catch (error) {
    return failed(error, error instanceof MailNotAccepted ? "QUEUED" : "UNKNOWN");
  }
}

/** The creators of whom something waits, found by one look each. */
const owners = `
  with recursive owners as (
    (select owner_id from promotions where state = 'QUEUED' order by owner_id limit 1)
    union all
    select (select p.owner_id from promotions p where p.state = 'QUEUED' and p.owner_id > owners.owner_id
             order by p.owner_id limit 1)
      from owners where owners.owner_id is not null)`;

/** SQL: whether one is due at `$1` that its creator may send now, or one that was handed over has no answer. */
export const isAnyPromotionDue = `exists (${owners}
   select from owners
    where owners.owner_id is not null and not ${isStoreClosed("owners.owner_id")}
      and exists (select from promotions p where p.owner_id = owners.owner_id and p.state = 'QUEUED' and p.due_at <= $1)
      and ${promotionRoom("owners.owner_id", "$1::timestamptz")} > 0)
  or exists (select from promotions where state = 'CLAIMED' and claimed_at <= $1::timestamptz - interval '${answerMinutes} minutes')`;

/** A creator's mails to one person alone leave before those of their mailings; what a closed store has queued waits. */
const selectTurns = hotStatement("mail_select_promotions")<{ id: string }, [now: Date]>(
  `${owners}
   select next.id from owners
    cross join lateral ${promotionRoom("owners.owner_id", "$1::timestamptz")} room(left_today)
    cross join lateral (
      select p.id, p.due_at, row_number() over (order by p.mailing_id is not null, p.due_at, p.id) as turn from promotions p
       where p.owner_id = owners.owner_id and p.state = 'QUEUED' and p.due_at <= $1
       order by p.mailing_id is not null, p.due_at, p.id limit least(room.left_today, ${inOneRound})) next
    where owners.owner_id is not null and not ${isStoreClosed("owners.owner_id")}
    order by next.turn, next.due_at, next.id limit ${inOneRound}`,
);

/**
 * An email that was not accepted waits for its next try, while it has one. A result that an outage delayed is written even if
 * the row has been given up on as UNKNOWN by then.
 */
const settle = statement("mail_settle_promotion")<
  never,
  [id: string, state: string, reason: string | null, now: Date, delays: number[], attempt: number]
>(
  `update promotions set reason = $3,
          state = case when $2::text = 'QUEUED' and attempts > cardinality($5::int[]) then 'FAILED' else $2 end,
          settled_at = case when $2 = 'QUEUED' and attempts <= cardinality($5::int[]) then null else $4::timestamptz end,
          claimed_at = case when $2 = 'QUEUED' then null else claimed_at end,
          due_at = case when $2 = 'QUEUED' and attempts <= cardinality($5::int[])
                        then $4 + make_interval(secs => ($5::int[])[attempts]) else due_at end
    where id = $1 and attempts = $6 and state in ('CLAIMED', 'UNKNOWN')`,
);

const recordUnanswered = statement("mail_unanswered_promotions")<never, [now: Date, minutes: number]>(
  `update promotions set state = 'UNKNOWN', reason = 'The mail server gave no answer', settled_at = $1
    where state = 'CLAIMED' and claimed_at <= $1::timestamptz - make_interval(mins => $2::int)`,
);
