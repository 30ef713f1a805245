import { ConfigError, loadConfig } from "#server/config.ts";
import { createLog } from "#server/start/log.ts";
import { savePlans } from "#server/features/plans/save-plans.ts";
import { openServices } from "#server/start/open-services.ts";
import { removeDemoStore } from "./remove-demo-store.ts";
import { seedDemoStore } from "./seed-demo-store.ts";

// Usage: npm run seed [-- --reset]. Makes the demo store where there is none; --reset makes it anew.
async function main(): Promise<void> {
  const unknown = process.argv.slice(2).filter((word) => word !== "--reset");
  if (unknown.length > 0)
    throw new ConfigError([`unknown option ${unknown.join(" ")}; the only one is --reset`]);
  const config = loadConfig(process.env);
  if (!config.demo) {
    throw new ConfigError([
      `the demo store is for local use and public demos, and PUBLIC_URL is ${config.publicUrl.origin}`,
    ]);
  }
  const { services, close } = await openServices(config, createLog(config.logLevel));
  try {
    if (process.argv.includes("--reset")) {
      await removeDemoStore(services);
      console.log("Removed the demo store.");
    }
    await seedDemoStore(services);
    if (config.plans) await savePlans(services);
  } finally {
    await close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
});
