import { startProductionServer } from "#tests/support/production-server.ts";

/** One server on a new store for the whole run. The web app must have been built. */
export default async function globalSetup() {
  const server = await startProductionServer({
    port: Number(process.env["E2E_PORT"] ?? 3210),
    // Every journey comes from one address.
    env: { RATE_LIMIT_FACTOR: "100" },
  });
  return () => server.stop();
}
