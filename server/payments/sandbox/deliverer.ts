import { coalesce } from "#server/jobs/coalesce.ts";
import { dueWhere, watchDueWork } from "#server/jobs/due-work.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { retryOnLostConnection } from "#server/database/retry-on-lost-connection.ts";
import { traceCall, traceRound } from "#server/operation/traces/trace-work.ts";
import type { Services } from "#server/services.ts";
import { areFollowUpsDue, runFollowUps } from "./follow-ups.ts";
import { openWebhookTarget, type WebhookTarget } from "./webhook-target.ts";
import { signatureHeader, signWebhook, webhookKey } from "./webhook-signature.ts";

const batchSize = 50;
/** Batches under way at once, so that one slow answer does not hold up the rest. */
const maxBatches = 4;
/** An event whose deliverer was killed is taken by another one after this long; longer than a delivery may take. */
const leaseMs = 15_000;
const retryCapMs = 30_000;

type Dependencies = Pick<Services, "pool" | "db" | "clock" | "log" | "notifications" | "secret" | "tracer">;

/**
 * Delivers the sandbox's events as signed webhooks to `targetUrl`, at least once each, until stopped. Several processes
 * may do so at once. Woken after each commit that wrote an event, and by the look for what is due: retries, late ones, follow-ups.
 */
export function startSandboxDeliverer(services: Dependencies, targetUrl: string): { stop(): Promise<void> } {
  const { notifications, log, tracer } = services;
  const target = openWebhookTarget(targetUrl);
  const batches = new Set<Promise<void>>();
  let stopped = false;
  let followUps: Promise<void> | undefined;
  const failed = (error: unknown) => log.error({ err: error }, "sandbox webhooks");

  const claiming = coalesce(async () => {
    while (!stopped && batches.size < maxBatches) {
      const events = await claimEvents(services);
      if (events.length > 0) start(events);
      if (events.length < batchSize) return;
    }
  }, failed);
  const wake = () => {
    if (!stopped) claiming.run();
  };

  function start(events: ClaimedEvent[]): void {
    const deliver = () => deliverBatch(services, target, events);
    const batch = traceRound(tracer, "deliver-sandbox-events", deliver)
      .catch(failed)
      .finally(() => {
        const wasFull = batches.size === maxBatches;
        batches.delete(batch);
        // Only then may somebody have been turned away.
        if (wasFull) wake();
      });
    batches.add(batch);
  }

  const followUp = () => {
    // What they record is found with the next look, or by whoever is quicker.
    followUps ??= traceRound(tracer, "follow-up-sandbox-payments", () => runFollowUps(services))
      .catch((error: unknown) => log.error({ err: error }, "sandbox follow-ups"))
      .finally(() => (followUps = undefined));
  };
  void notifications.listen("sandbox_events", wake);
  const watched = [
    watchDueWork(services, {
      text: dueWhere(`exists (select from sandbox.events e where ${isDue("$1")})`),
      wake,
    }),
    watchDueWork(services, { text: dueWhere(areFollowUpsDue("$1")), wake: followUp }),
  ];
  wake();
  return {
    async stop() {
      stopped = true;
      await Promise.all(watched.map((work) => work.stop()));
      await claiming.ended();
      await Promise.all([...batches, followUps]);
      target.close();
    },
  };
}

type ClaimedEvent = {
  seq: string;
  id: string;
  type: string;
  data: unknown;
  attempts: number;
  created_at: Date;
  duplicates: number;
  reorder: boolean;
  is_dropping: boolean;
};

/** SQL: whether an event `e` is to be delivered at a moment, as far as faults allow. It is tried for three days. */
const isDue = (now: string) =>
  `e.delivered_at is null and e.deliver_at <= ${now} and e.created_at > ${now}::timestamptz - interval '3 days'`;

const claim = hotStatement("sandbox_claim_events")<ClaimedEvent, [Date, Date, number]>(`with due as (
     select e.seq, coalesce(f.duplicates, 0) as duplicates, coalesce(f.reorder, false) as reorder, coalesce(f.drop_next, 0) > 0 as is_dropping
     from sandbox.events e left join sandbox.faults f on true
     where ${isDue("$1")}
       and (f.id is null or e.created_at <= $1::timestamptz - make_interval(secs => greatest(f.delay_seconds, case when f.reorder then 0.5 else 0 end)))
     order by e.deliver_at, e.seq limit $3 for update of e skip locked
   )
   update sandbox.events e set attempts = e.attempts + 1, deliver_at = $2 from due where e.seq = due.seq
   returning e.seq, e.id, e.type, e.data, e.attempts, e.created_at, due.duplicates, due.reorder, due.is_dropping`);

/** Ends the leases of deliverers that were killed. What another one is delivering comes twice, and is kept once. */
export async function releaseEvents({ pool, clock }: Pick<Dependencies, "pool" | "clock">): Promise<void> {
  const now = clock.now();
  await release(pool, now, new Date(now.getTime() + leaseMs));
}

const release = statement("sandbox_release_events")<never, [now: Date, leaseEnd: Date]>(
  "update sandbox.events set deliver_at = $1 where delivered_at is null and attempts > 0 and deliver_at > $1 and deliver_at <= $2",
);

async function claimEvents({ pool, clock }: Dependencies): Promise<ClaimedEvent[]> {
  const now = clock.now().getTime();
  const events = await claim(pool, new Date(now), new Date(now + leaseMs), batchSize);
  return events.sort((a, b) => Number(a.seq) - Number(b.seq));
}

const markDelivered = hotStatement("sandbox_mark_delivered")<never, [string[], Date]>(
  "update sandbox.events set delivered_at = $2 where seq = any($1::bigint[])",
);

const retryLater = hotStatement("sandbox_retry_events")<never, [string[], Date[]]>(
  `update sandbox.events e set deliver_at = retry.at from unnest($1::bigint[], $2::timestamptz[]) as retry (seq, at) where e.seq = retry.seq`,
);

async function deliverBatch(
  services: Dependencies,
  target: WebhookTarget,
  events: ClaimedEvent[],
): Promise<void> {
  const kept = events[0]?.is_dropping ? await dropSome(services, events) : events;
  const taken: string[] = events.filter((event) => !kept.includes(event)).map(({ seq }) => seq);
  const refused: ClaimedEvent[] = [];
  const deliver = async (event: ClaimedEvent) => {
    if (await deliverOne(services, target, event)) taken.push(event.seq);
    else refused.push(event);
  };
  if (kept[0]?.reorder) for (const event of kept.toReversed()) await deliver(event);
  else await Promise.all(kept.map(deliver));

  const now = services.clock.now();
  if (taken.length > 0) await retryOnLostConnection(() => markDelivered(services.pool, taken, now));
  if (refused.length > 0) {
    services.log.warn({ events: refused.length }, "sandbox webhooks were not taken; they will come again");
    const retries = refused.map(
      ({ attempts }) => new Date(now.getTime() + Math.min(500 * 3 ** (attempts - 1), retryCapMs)),
    );
    const seqs = refused.map(({ seq }) => seq);
    await retryOnLostConnection(() => retryLater(services.pool, seqs, retries));
  }
}

async function deliverOne(
  { clock, secret, tracer }: Dependencies,
  target: WebhookTarget,
  event: ClaimedEvent,
): Promise<boolean> {
  const { id, type, data, created_at: createdAt } = event;
  const created = Math.floor(createdAt.getTime() / 1000);
  const body = JSON.stringify({
    id,
    object: "event",
    type,
    created,
    livemode: false,
    data: { object: data },
  });
  const headers = { [signatureHeader]: signWebhook(webhookKey(secret), body, clock.now()) };
  const answers = await Promise.all(
    Array.from({ length: 1 + event.duplicates }, () =>
      traceCall(tracer, "webhook post", () => target.post(body, headers)),
    ),
  );
  return answers.every(Boolean);
}

/** Loses as many of these events as the fault still asks for; gives the others. */
async function dropSome({ pool }: Dependencies, events: ClaimedEvent[]): Promise<ClaimedEvent[]> {
  const [dropped] = await countDropped(pool, events.length);
  return events.slice(dropped?.before ?? 0);
}

const countDropped = statement("sandbox_count_dropped")<{ before: number }, [events: number]>(
  `with old as (select drop_next from sandbox.faults for update)
   update sandbox.faults set drop_next = greatest(faults.drop_next - $1, 0) from old returning old.drop_next as before`,
);
