import { ConfigError, loadConfig } from "#server/config.ts";
import { auditBooks, type AuditProgress, countInvariants } from "#server/features/ledger/audit.ts";
import { recordAudit } from "#server/features/ledger/record-audit.ts";
import { createLog } from "./log.ts";
import { openServices } from "./open-services.ts";

const progressEveryMs = 5_000;

// Usage: npm run audit. Checks that the books add up; ends with status 1 and what is wrong where they do not. May be run
// while the shop sells; says on standard error how far it is.
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const { services, close } = await openServices(config, createLog("error"));
  try {
    const { provider } = services.payments;
    const findings = await auditBooks(services.pool, { provider, onProgress: reportProgress() });
    await recordAudit(services.pool, countInvariants(provider), findings, services.clock.now());
    for (const { rule, count, examples } of findings) {
      console.log(`✗ ${rule}: ${count} ${count === 1 ? "row breaks" : "rows break"} it`);
      for (const example of examples) console.log(`    ${JSON.stringify(example)}`);
    }
    console.log(`${countInvariants(provider) - findings.length} of ${countInvariants(provider)} rules hold.`);
    if (findings.length > 0) process.exitCode = 1;
  } finally {
    await close();
  }
}

/** A small shop's audit is over before there is anything to say. */
function reportProgress(): (progress: AuditProgress) => void {
  let said = performance.now();
  return ({ rule, checked, rules, part }) => {
    if (performance.now() - said < progressEveryMs) return;
    said = performance.now();
    console.error(`${checked} of ${rules} rules checked; ${Math.floor(part * 100)} % of: ${rule}`);
  };
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
