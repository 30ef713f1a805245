import { type Config, ConfigError, loadConfig } from "#server/config.ts";
import { createLog } from "#server/start/log.ts";
import { savePlans } from "#server/features/plans/save-plans.ts";
import { openServices } from "#server/start/open-services.ts";
import { removeDemoStore, removeUnusedDemoStore } from "./remove-demo-store.ts";
import { seedDemoStore } from "./seed-demo-store.ts";

// Usage: npm run seed [-- --reset | -- --remove [--with-free-orders]]. Creates the demo store if there is none. --reset creates
// it again. --remove deletes it, also from a live installation that was tried locally first.
const options = ["--reset", "--remove", "--with-free-orders"];

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((word) => !options.includes(word));
  if (unknown.length > 0)
    throw new ConfigError([`unknown option ${unknown.join(" ")}; there are ${options.join(", ")}`]);
  const config = loadConfig(process.env);
  if (asked.includes("--remove")) return remove(config, asked.includes("--with-free-orders"));
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

async function remove(config: Config, withFreeOrders: boolean): Promise<void> {
  const { services, close } = await openServices(config, createLog(config.logLevel));
  try {
    const handle = await removeUnusedDemoStore(services, { withFreeOrders });
    if (handle === undefined) return console.log("There is no demo store in this database.");
    console.log(`Removed the demo store (/u/${handle}).`);
    if (config.demo) console.log("The next start in local mode creates it again.");
  } finally {
    await close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
