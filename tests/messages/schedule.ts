import { expect } from "vitest";
import { acceptEvents } from "#server/features/social/engine/inbox/accept-events.ts";
import { markUnanswered, reconcileSends } from "#server/features/social/engine/send/reconcile-sends.ts";
import { processNow } from "#server/features/social/engine/social-worker.ts";
import type { InboundEvent } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import type { Faults } from "#tests/money/faults.ts";
import { type Random, seededRandom } from "#tests/money/random.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import { type Inbox, openInbox } from "./inbox-shop.ts";
import { auditFindings, wrongsOf } from "./ledger.ts";
import { randomFault, type UnreliablePlatform } from "./unreliable-platform.ts";

/** A process that works on the inbox: what goes wrong in it, and the services it sees through that. */
export type Process = { faults: Faults; services: Services };

export type Afternoon = {
  app: TestApp;
  processes: readonly Process[];
  platform: UnreliablePlatform;
  /** Errors that were logged since the last look. */
  errors(): string[];
};

/**
 * One random afternoon of two creators' inboxes and two processes, with duplicates, reordering, lost answers and kills; then
 * everything heals, and the platform's ledger must be right. Answers what is wrong. Every fifth has no faults at all.
 */
export async function runAfternoon(afternoon: Afternoon, seed: number): Promise<string[]> {
  const { app, processes, platform, errors } = afternoon;
  const random = seededRandom(seed);
  const faulty = seed % 5 !== 0;
  platform.calls.length = 0;
  platform.echoes.length = 0;
  errors();
  const inboxes = [await openInbox(app, random), await openInbox(app, random)];
  const told = new Set<string>();
  const tell = inboxes.flatMap(({ events }) => events).flatMap((event) => again(event, random));
  shuffleALittle(tell, random);

  platform.plan(faulty ? randomFault(random, 0.25) : undefined);
  while (tell.length > 0) {
    const batch = tell.splice(0, random.integer(1, 8));
    for (const event of platform.echoes.splice(0)) batch.push(...again(event, random));
    if (faulty) for (const { faults } of processes) plan(faults, random);
    await Promise.all([
      bring(random.pick(processes), batch, told),
      ...processes.map(({ services }) => processNow(services).catch(() => {})),
    ]);
    await restart(processes);
    if (random.chance(0.2)) app.clock.advance({ seconds: random.integer(1, 90) });
    if (random.chance(0.2)) await reconcileSends(random.pick(processes).services).catch(() => {});
    await reconnect(app, inboxes);
    for (const event of batch) if (!told.has(keyOf(event))) tell.push(event);
  }
  platform.plan(undefined);
  await heal(afternoon, inboxes, told);

  const problems = await wrongsOf(app, platform, inboxes);
  // The same with every fault or none: these afternoons are audited too.
  if (!faulty) problems.push(...errors(), ...(await auditFindings(app)));
  const ids = inboxes.map(({ account }) => account.id);
  await app.services.pool.query("delete from social_accounts where id = any($1)", [ids]);
  return problems;
}

/** Works off everything that is left, without any fault. */
async function heal(
  { app, processes, platform }: Afternoon,
  inboxes: readonly Inbox[],
  told: Set<string>,
): Promise<void> {
  const [first] = processes;
  if (!first) return;
  await untilLocksAreFree(app);
  for (let round = 0; round < 3; round++) {
    await bring(first, platform.echoes.splice(0), told);
    await Promise.all(processes.map(({ services }) => processNow(services)));
    app.clock.advance({ seconds: 61 });
    await reconcileSends(first.services);
    await reconnect(app, inboxes);
    app.clock.advance({ seconds: 60 });
  }
  await bring(first, platform.echoes.splice(0), told);
  await processNow(first.services);
}

/**
 * The database takes a moment to notice that a killed process is gone, on a busy machine a long one; until then nobody can
 * have its turn. Workers look again each second; an afternoon here is over sooner than that.
 */
async function untilLocksAreFree({ services }: TestApp): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await services.pool.query(
        `select pid from pg_locks where locktype = 'advisory'
            and database = (select oid from pg_database where datname = current_database())`,
      );
      return rows;
    })
    .toEqual([]);
}

/** A webhook that fails is brought again, as platforms do. */
async function bring({ services }: Process, events: InboundEvent[], told: Set<string>): Promise<void> {
  try {
    await acceptEvents(services, events);
    for (const event of events) told.add(keyOf(event));
  } catch {
    // Brought again later.
  }
}

const keyOf = ({ accountId, id }: InboundEvent) => `${accountId} ${id}`;

const again = (event: InboundEvent, random: Random): InboundEvent[] =>
  Array.from({ length: random.chance(0.3) ? random.integer(2, 3) : 1 }, () => event);

/** Neighbours change places; a few events come much later. */
function shuffleALittle(events: InboundEvent[], random: Random): void {
  const places = new Map(events.map((event) => [event, random.next() * 4 + (random.chance(0.1) ? 20 : 0)]));
  const order = events.map((event, index) => ({ event, at: index + (places.get(event) ?? 0) }));
  events.splice(0, events.length, ...order.sort((a, b) => a.at - b.at).map(({ event }) => event));
}

function plan(faults: Faults, random: Random): void {
  faults.plan({
    random,
    provider: 0,
    commit: 0.01,
    statement: 0,
    killAtCall: random.chance(0.25) ? random.integer(1, 60) : undefined,
  });
}

/** Killed processes start again. One that is alone knows that nobody waits for a call any more. */
async function restart(processes: readonly Process[]): Promise<void> {
  const dead = processes.filter(({ faults }) => faults.isDead());
  for (const { faults } of processes) faults.heal();
  const [first] = processes;
  if (dead.length === processes.length && first)
    await markUnanswered(first.services, first.services.clock.now());
}

/** The creator connects again what has to be connected again. */
async function reconnect({ services }: TestApp, inboxes: readonly Inbox[]): Promise<void> {
  await services.pool.query(
    "update social_accounts set problem = null where id = any($1) and problem is not null",
    [inboxes.map(({ account }) => account.id)],
  );
}
