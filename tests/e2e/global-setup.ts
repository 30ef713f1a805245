import { startProductionServer } from "#tests/support/production-server.ts";
import { returnEnvironment } from "./support/returned-mail.ts";
import { copySeededStore, makeSeededStore } from "./support/seeded-store.ts";

/** One server on a store of its own for the whole run, and the store that others are copies of. The web app must have been built. */
export default async function globalSetup() {
  await makeSeededStore();
  const server = await startProductionServer({
    port: Number(process.env["E2E_PORT"] ?? 3210),
    fill: copySeededStore,
    // Every journey comes from one address.
    env: { RATE_LIMIT_FACTOR: "100", LOG_LEVEL: "warn", ...returnEnvironment },
  });
  return () => server.stop();
}
