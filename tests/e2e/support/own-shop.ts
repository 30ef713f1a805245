import { expect, type Page, test } from "@playwright/test";
import { type ProductionServer, startProductionServer } from "#tests/support/production-server.ts";
import { type Mail, mailsTo } from "./mailbox.ts";
import { ownPort } from "./own-port.ts";
import { copySeededStore } from "./seeded-store.ts";

/**
 * Gives the journeys of a file a shop of their own, which their pages are opened in: its clock is one for all who use it.
 * `number`: of its port, see `ownPort`. `fill` puts a store into its data folder, the demo store unless told.
 */
export function openOwnShop(number: number, fill = copySeededStore): void {
  const port = ownPort(number);
  let shop: ProductionServer | undefined;
  test.use({ baseURL: `http://localhost:${port}` });
  test.beforeAll(async () => {
    shop = await startProductionServer({ port, fill, env: { RATE_LIMIT_FACTOR: "100" } });
  });
  test.afterAll(() => shop?.stop());
}

/** Moves the clock of the page's own shop on: what falls due by then is done. */
export async function passMinutes(page: Page, minutes: number): Promise<void> {
  const answer = await page.request.post("/api/dev/clock", { data: { advanceMinutes: minutes } });
  expect(answer.status()).toBe(200);
}

/** The newest mail to an address whose subject fits, which the shop's workers write, and send, each a minute after the one before. */
export async function mailInTime(page: Page, address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    await passMinutes(page, 1);
    found = (await mailsTo(page.request, address)).find((mail) => subject.test(mail.subject));
    expect(found).toBeDefined();
  }).toPass({ intervals: [1_000] });
  if (!found) throw new Error("no mail");
  return found;
}
