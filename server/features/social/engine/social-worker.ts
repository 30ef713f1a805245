import { coalesce } from "#server/jobs/coalesce.ts";
import { dueWhere, watchDueWork } from "#server/jobs/due-work.ts";
import { traceRound } from "#server/operation/traces/trace-work.ts";
import type { Services } from "#server/services.ts";
import { processRound } from "./inbox/creator-turns.ts";
import { dueAccounts, listDueAccounts } from "./inbox/open-creators.ts";
import { sendMessages } from "./send/send-messages.ts";

/** Accounts that send at the same time on one platform: a slow platform holds up none of the others. */
const accountsPerLane = 16;

/**
 * Answers messages until stopped: decides on what came in, and sends what is due. Woken by each commit that wrote an event,
 * and by the look for what is due later. Several processes may do so at once. `stop` lets what is under way finish.
 */
export function startSocialWorker(services: Services): { stop(): Promise<void> } {
  const { notifications, log } = services;
  let stopped = false;
  const failed = (error: unknown) => log.error({ err: error }, "answering messages");
  const sending = startSending(services, failed);
  const deciding = coalesce(async () => {
    // Until nothing is left: one that is woken again meanwhile looks once more.
    while (!stopped && (await processRound(services, sending.wake)) > 0);
  }, failed);
  const wake = () => {
    if (stopped) return;
    deciding.run();
    sending.wake();
  };
  void notifications.listen("social_work", wake);
  const due = watchDueWork(services, {
    text: dueWhere(
      `exists (select from social_events where outcome is null) or exists (${dueAccounts("$1")})`,
    ),
    wake,
  });
  wake();
  return {
    async stop() {
      stopped = true;
      await due.stop();
      await deciding.ended();
      await sending.stop();
    },
  };
}

/** Decides on and sends everything that is due, in this process; for tests, and for work that somebody waits for. */
export async function processNow(services: Services): Promise<void> {
  for (;;) {
    const decided = await processRound(services, () => {});
    const accounts = await listDueAccounts(services.pool, services.clock.now());
    const turns = await Promise.allSettled(accounts.map(({ id }) => sendMessages(services, id)));
    for (const turn of turns) if (turn.status === "rejected") throw turn.reason;
    if (decided === 0 && turns.every((turn) => turn.status === "fulfilled" && turn.value.handled === 0))
      return;
  }
}

/** Sends what is due: accounts take turns, each with a few messages, so that a long queue keeps nobody waiting. */
function startSending(
  services: Services,
  failed: (error: unknown) => void,
): { wake(): void; stop(): Promise<void> } {
  const { pool, clock, log, tracer } = services;
  const queue = new Map<string, string>();
  const active = new Map<string, { lane: string; turn: Promise<void> }>();
  const restUntil = new Map<string, Date>();
  let stopped = false;
  const looking = coalesce(async () => {
    const now = clock.now();
    for (const [id, until] of restUntil) if (until <= now) restUntil.delete(id);
    for (const { id, lane } of await listDueAccounts(pool, now))
      if (!active.has(id) && !queue.has(id) && !restUntil.has(id)) queue.set(id, lane);
    fill();
  }, failed);

  function fill(): void {
    if (stopped) return;
    for (const [id, lane] of queue) {
      const busy = [...active.values()].filter((one) => one.lane === lane).length;
      if (busy >= accountsPerLane) continue;
      queue.delete(id);
      active.set(id, { lane, turn: takeTurn(id, lane) });
    }
  }

  async function takeTurn(id: string, lane: string): Promise<void> {
    try {
      const { handled, moreAt } = await traceRound(tracer, "send-messages", () => sendMessages(services, id));
      if (moreAt) restUntil.set(id, moreAt);
      else if (handled > 0) queue.set(id, lane);
    } catch (error) {
      log.error({ err: error, accountId: id }, "messages were not sent");
    } finally {
      active.delete(id);
      fill();
    }
  }

  return {
    wake: () => looking.run(),
    async stop() {
      stopped = true;
      await looking.ended();
      await Promise.all([...active.values()].map(({ turn }) => turn));
    },
  };
}
