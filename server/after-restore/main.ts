import { isUuid } from "#contract/uuid.ts";
import { ConfigError, loadConfig } from "#server/config.ts";
import { clearSetBack, markSetBack } from "#server/database/set-back.ts";
import { arePayoutsHeld, releasePayouts } from "#server/features/payouts/held-payouts.ts";
import type { Services } from "#server/services.ts";
import { readOptions, runCommand, say } from "#server/start/command-line.ts";
import { createLog } from "#server/start/log.ts";
import { openServices } from "#server/start/open-services.ts";
import { afterRestore, type Outcome } from "./after-restore.ts";
import { countHeld, type LaneName, laneNames, lanes } from "./lanes.ts";
import { removeQueuedPushes, requireStopped, runDueJobs } from "./run-due-jobs.ts";

// Usage: npm run after-restore -- --to=<moment>, then --list, --release=<what> and --drop=<what>. See docs/backups.md.
const what = `${laneNames.join(", ")}, payouts, or the id of one`;
const usage = [
  "npm run after-restore -- --to=2026-11-26T09:30:00Z   before the shop is started on a database of that moment",
  "npm run after-restore -- --list                      what is held",
  `npm run after-restore -- --release=<what>            lets it leave: ${what}`,
  "npm run after-restore -- --drop=<what>               it had left: it is not sent again",
].join("\n  ");

/** So many of each kind are listed; the rest is counted. */
const listed = 200;

runCommand(async () => {
  const options = readOptions(
    process.argv.slice(2),
    { to: "string", list: "boolean", release: "string", drop: "string" },
    usage,
  );
  if (Object.keys(options).length !== 1) throw new ConfigError([`One of these at a time:\n  ${usage}`]);
  const to = options.to === undefined ? undefined : momentOf(String(options.to));
  const opened = await openServices(loadConfig(process.env), createLog("error"));
  const { services } = opened;
  try {
    if (to) {
      if (to > services.clock.now()) throw new ConfigError(["--to is a moment in the future"]);
      await requireStopped(services.access.directUrl);
      // After a recovery that others made, too: until all of this is done nothing starts on it.
      await markSetBack(services.pool, to);
      const outcome = await afterRestore(services, { to, runDueJobs: () => runDueJobs(opened) });
      await removeQueuedPushes(services);
      await clearSetBack(services.pool);
      report(outcome, services);
    } else if (options.list) await list(services);
    else
      await settle(
        services,
        options.release === undefined ? "drop" : "release",
        String(options.release ?? options.drop),
      );
  } finally {
    await opened.close();
  }
});

function momentOf(text: string): Date {
  const moment = new Date(text);
  const hasZone = /T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text);
  if (!hasZone || Number.isNaN(moment.getTime()))
    throw new ConfigError(["--to is a moment with its zone, such as 2026-11-26T09:30:00Z"]);
  return moment;
}

function report({ events, unknownUntil, unknownTransfers, held }: Outcome, { payments }: Services): void {
  if (unknownUntil)
    say(
      `✗ The payment provider remembers ${payments.eventDays} days: what was paid, given back or disputed before ${unknownUntil.toISOString()} it did not tell. Look in its dashboard for what is missing here before anybody refunds anything.`,
    );
  say(`The payment provider told of ${events.replayed} things that were not known here any more.`);
  if (events.failed > 0) {
    process.exitCode = 1;
    say(`✗ ${events.failed} of them could not be dealt with: run this again before you start the shop.`);
  }
  for (const id of unknownTransfers)
    say(
      `✗ ${id} at the provider is a transfer that fits nothing here: find out whom it paid before you release payouts.`,
    );
  const waiting = laneNames.filter((name) => held[name] > 0);
  for (const name of waiting) say(`${held[name]} ${name} wait for you.`);
  say("Payouts to creators and affiliates wait for you.");
  say("Everybody has been signed out. The shop can be started now. What waits, and how it goes on:");
  say(`  ${usage.split("\n  ").slice(1).join("\n  ")}`);
}

async function list(services: Services): Promise<void> {
  const { pool } = services;
  const counts = await countHeld(pool);
  for (const name of laneNames) {
    if (counts[name] === 0) continue;
    say(`${counts[name]} ${name}`);
    for (const { id, about, to, since } of await lanes[name].list(pool, listed))
      say(`  ${id}  ${since.toISOString().slice(0, 16)}Z  ${about}  to ${to}`);
    if (counts[name] > listed) say(`  … and ${counts[name] - listed} more`);
  }
  const areHeld = await arePayoutsHeld(pool);
  if (areHeld) say("Payouts to creators and affiliates");
  if (!areHeld && laneNames.every((name) => counts[name] === 0)) say("Nothing is held.");
}

async function settle({ pool, clock }: Services, how: "release" | "drop", named: string): Promise<void> {
  if (named === "payouts") {
    if (how === "drop")
      throw new ConfigError([
        "payouts are owed: they can be released only, once the books have what was made",
      ]);
    return say((await releasePayouts(pool, clock.now())) ? "Payouts go on." : "Payouts were not held.");
  }
  const isLane = (name: string): name is LaneName => laneNames.some((lane) => lane === name);
  if (!isLane(named) && !isUuid(named)) throw new ConfigError([`What is named is ${what}`]);
  let count = 0;
  for (const name of isLane(named) ? [named] : laneNames)
    count += await lanes[name][how](pool, clock.now(), isLane(named) ? null : [named]);
  if (count === 0) throw new ConfigError([`nothing of that is held: ${named}`]);
  say(`${count} ${how === "release" ? "may leave now" : "will not be sent"}.`);
}
