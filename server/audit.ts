import { ConfigError, loadConfig } from "./config.ts";
import { auditBooks, countInvariants } from "./features/ledger/audit.ts";
import { createLog } from "./log.ts";
import { openServices } from "./open-services.ts";

// Usage: npm run audit. Checks that the books add up; ends with status 1 and what is wrong where they do not.
async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const { services, close } = await openServices(config, createLog("error"));
  try {
    const { provider } = services.payments;
    const findings = await auditBooks(services.pool, { provider });
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

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
