import { test } from "@playwright/test";
import { type ProductionServer, startProductionServer } from "#tests/support/production-server.ts";
import { copySeededStore } from "./seeded-store.ts";

/**
 * Gives the journeys of a file a shop of their own, which their pages are opened in: its clock is one for all who use it. Its
 * port stands so far above that of the shop of all others; no two files have the same, since they run side by side.
 */
export function openOwnShop(portsAbove: number): void {
  const port = Number(process.env["E2E_PORT"] ?? 3210) + portsAbove;
  let shop: ProductionServer | undefined;
  test.use({ baseURL: `http://localhost:${port}` });
  test.beforeAll(async () => {
    shop = await startProductionServer({ port, fill: copySeededStore, env: { RATE_LIMIT_FACTOR: "100" } });
  });
  test.afterAll(() => shop?.stop());
}
