import { hotStatement, type Queryable, statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import type { Services } from "#server/services.ts";
import { allPaymentEvents } from "./all-payment-events.ts";
import type { PaymentEvent } from "./payment-event.ts";

/** Has everybody act on a kept event who said so, in the order of the table; then it is handled. */
export async function handlePaymentEvent(services: Services, webhookEventId: number): Promise<void> {
  const [event] = await selectOpenEvent(services.pool, webhookEventId);
  if (!event) return;
  const { type, objectId } = event;
  try {
    if (objectId !== null) await dispatch(services, { type, objectId });
  } catch (error) {
    // What went wrong is what is to be known, also where the database is away.
    await countAttempt(services.pool, webhookEventId).catch(() => {});
    throw error;
  }
  await markHandled(services.pool, webhookEventId, services.clock.now());
}

async function dispatch(services: Services, event: PaymentEvent): Promise<void> {
  const again = (next: PaymentEvent) => dispatch(services, next);
  for (const { types, handle } of allPaymentEvents)
    if (types.some((type) => event.type.startsWith(type))) await handle(services, event, again);
}

/** Queues kept events again that nobody has handled: their job failed for good, or was lost. */
export async function requeuePaymentEvents({ pool, clock, payments }: Services): Promise<void> {
  await requeue(pool, clock.now(), payments.provider);
  wakeListeners(pool, "job_outbox");
}

/** Queues one of these events again, or all of one type; answers how many. */
export const requeueChosenEvents = async (
  client: Queryable,
  provider: string,
  id: string | undefined,
  type: string | undefined,
): Promise<number> => (await requeueChosen(client, provider, id ?? null, type ?? null)).length;

/** Another provider than today's that one of these came from, which nobody can be asked about: its news cannot be acted on. */
export const findFormerProvider = async (
  client: Queryable,
  provider: string,
  id: string | undefined,
  type: string | undefined,
): Promise<string | undefined> =>
  (await selectFormer(client, provider, id ?? null, type ?? null))[0]?.provider;

/**
 * Nobody acts on them any more: what they told of is found by schedule, or is not. Whichever provider they came from. Answers
 * how many.
 */
export const discardPaymentEvents = async (
  client: Queryable,
  id: string | undefined,
  type: string | undefined,
  now: Date,
): Promise<number> => (await discardChosen(client, id ?? null, type ?? null, now)).length;

const isChosen = "handled_at is null and provider = $1 and (id = $2::int8 or type = $3)";

const selectFormer = statement("webhook_select_former_provider")<
  { provider: string },
  [provider: string, id: string | null, type: string | null]
>(
  `select provider from webhook_events
    where handled_at is null and provider <> $1 and provider not like 'mail-%' and (id = $2::int8 or type = $3) limit 1`,
);

const requeueChosen = statement("webhook_requeue_chosen")<
  { id: string },
  [provider: string, id: string | null, type: string | null]
>(
  `insert into job_outbox (name, data)
   select 'handle-payment-event', jsonb_build_object('webhookEventId', id) from webhook_events where ${isChosen} returning id::text`,
);

const discardChosen = statement("webhook_discard_chosen")<
  { id: string },
  [id: string | null, type: string | null, now: Date]
>(
  `update webhook_events set handled_at = $3
    where handled_at is null and provider not like 'mail-%' and (id = $1::int8 or type = $2) returning id::text`,
);

/** It is read alone: a write for each attempt that begins would be another wait for the disk in each sale. */
const selectOpenEvent = hotStatement("webhook_select_open")<
  { type: string; objectId: string | null },
  [id: number]
>(
  `select type, payload ->> 'objectId' as "objectId" from webhook_events where id = $1 and handled_at is null`,
);

const countAttempt = statement("webhook_count_attempt")<never, [id: number]>(
  "update webhook_events set attempts = attempts + 1 where id = $1",
);

/** SQL: what `$2` told more than a minute before `$1`, and nobody has handled. */
const lost =
  "webhook_events where handled_at is null and provider = $2 and received_at < $1::timestamptz - interval '1 minute'";

/** SQL: whether there is any. */
export const isAnyEventLost = `exists (select from ${lost})`;

const requeue = statement("webhook_requeue")<never, [now: Date, provider: string]>(
  `insert into job_outbox (name, data)
   select 'handle-payment-event', jsonb_build_object('webhookEventId', id) from ${lost} order by id limit 500`,
);

const markHandled = hotStatement("webhook_mark_handled")<never, [id: number, now: Date]>(
  "update webhook_events set handled_at = $2, attempts = attempts + 1 where id = $1",
);
