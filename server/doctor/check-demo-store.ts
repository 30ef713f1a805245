import type { Config } from "#server/config.ts";
import { describeDemoStore, findDemoStore } from "#server/demo-store/find-demo-store.ts";
import { type Finding, warning } from "./finding.ts";
import { onTables } from "./on-tables.ts";

/** Whether a live installation shows the demo store, because its database was tried locally first. */
export async function checkDemoStore(config: Config): Promise<Finding[]> {
  if (config.mode === "local" || config.demo) return [];
  return onTables(config, async ({ pool }) => {
    const store = await findDemoStore(pool);
    return store ? [warning(describeDemoStore(store))] : [];
  });
}
