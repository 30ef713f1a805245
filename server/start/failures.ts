import { ConfigError, loadConfig } from "#server/config.ts";
import { discardFailures, type Failure, listFailures, retryFailures } from "#server/operation/failures.ts";
import { createLog } from "./log.ts";
import { openServices } from "./open-services.ts";

// Usage: npm run failures [-- retry <id> | retry all | discard <id> | discard all]. Lists jobs and mails that failed for good,
// tries them once more, or gives them up. While the shop sells.
const acts = { retry: retryFailures, discard: discardFailures };
const isAct = (word: string): word is keyof typeof acts => word in acts;
/** More than this at once is for a second run. */
const most = 10_000;

async function main(): Promise<void> {
  const [act, which] = process.argv.slice(2);
  if (act !== undefined && (!isAct(act) || which === undefined))
    throw new ConfigError(["what is understood is retry or discard, with an id or all"]);
  const { services, close } = await openServices(loadConfig(process.env), createLog("error"));
  try {
    const failures = await listFailures(services, most);
    if (act === undefined) return say(failures);
    const chosen = failures.filter(({ id }) => which === "all" || id === which);
    let done = 0;
    for (const { kind, id } of chosen)
      done += await acts[act](services.pool, { kind, id }, services.clock.now());
    process.stdout.write(`${done} ${act === "retry" ? "will be tried again" : "given up"}.\n`);
    if (done === 0 && which !== "all") process.exitCode = 1;
  } finally {
    await close();
  }
}

function say(failures: readonly Failure[]): void {
  for (const { kind, id, name, failedAt, why } of failures)
    process.stdout.write(`${failedAt.toISOString()}  ${kind}  ${id}  ${name}: ${why}\n`);
  process.stdout.write(failures.length === 0 ? "Nothing has failed for good.\n" : "");
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
