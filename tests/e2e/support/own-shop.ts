import { test } from "@playwright/test";
import { type ProductionServer, startProductionServer } from "#tests/support/production-server.ts";
import { ownPort } from "./own-port.ts";
import { copySeededStore } from "./seeded-store.ts";

/**
 * Gives the journeys of a file a shop of their own, which their pages are opened in: its clock is one for all who use it.
 * `number`: of its port, see `ownPort`.
 */
export function openOwnShop(number: number): void {
  const port = ownPort(number);
  let shop: ProductionServer | undefined;
  test.use({ baseURL: `http://localhost:${port}` });
  test.beforeAll(async () => {
    shop = await startProductionServer({ port, fill: copySeededStore, env: { RATE_LIMIT_FACTOR: "100" } });
  });
  test.afterAll(() => shop?.stop());
}
