import { expect, type Page } from "@playwright/test";
import { mailTo, newAddress } from "./mailbox.ts";

export type NewCreator = { email: string; handle: string };

/** Signs the page's browser in as a creator with an empty store of their own. */
export async function signInAsNewCreator(
  page: Page,
  profile: { firstName?: string } = {},
): Promise<NewCreator> {
  const email = newAddress("creator");
  await signInAs(page, email);
  const handle = `shop_${crypto.randomUUID().slice(0, 8)}`;
  const answer = await page.request.patch("/api/auth/user", { data: { handle, ...profile } });
  expect(answer.status()).toBe(200);
  return { email, handle };
}

/** Signs the page's browser in by the code mailed to this address. */
export async function signInAs(page: Page, email: string): Promise<void> {
  const { request } = page;
  const asked = await request.post("/api/auth/request-code", { data: { email } });
  expect(asked.status()).toBe(200);
  const { text } = await mailTo(request, email, /sign-in code/);
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? "";
  const answer = await request.post("/api/auth/verify-code", { data: { email, code } });
  expect(answer.status()).toBe(200);
}

/** Signs the page's browser in as the owner of the demo store, which other tests read: change nothing in it. */
export async function signInAsDemo(page: Page): Promise<void> {
  const answer = await page.request.post("/api/dev/sign-in-as-demo");
  expect(answer.status()).toBe(200);
}
