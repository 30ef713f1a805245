import { readFile } from "node:fs/promises";
import { expect, test, type Download, type Page } from "@playwright/test";
import ICAL from "ical.js";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

/** What a calendar reads in a file that was saved. */
async function saved(page: Page, save: () => Promise<unknown>) {
  const [download]: [Download, unknown] = await Promise.all([page.waitForEvent("download"), save()]);
  expect(download.suggestedFilename()).toBe("event.ics");
  const file = await readFile(await download.path(), "utf8");
  const event = new ICAL.Component(ICAL.parse(file) as unknown[]).getFirstSubcomponent("vevent");
  return (name: string) => event?.getFirstPropertyValue(name)?.toString();
}

test("an event that was bought goes into the buyer's calendar, from its order and from its mail @any-width", async ({
  page,
  browser,
}) => {
  test.slow();
  const { handle } = await signInAsNewCreator(page, { firstName: "Ines" });
  const year = new Date().getUTCFullYear() + 1;
  const made = await page.request.post("/api/products", {
    data: {
      title: "Night walk, with tripods",
      slug: `night-walk-${handle.slice(5)}`,
      type: "EVENT",
      priceCents: 2_500,
      eventStartsAt: `${year}-03-14T18:00:00Z`,
      eventEndsAt: `${year}-03-14T20:30:00Z`,
      eventZone: "Europe/Berlin",
      eventPlace: "Mitte 1, Berlin",
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as { id: string };

  const buyer = await (await browser.newContext({ timezoneId: "America/New_York" })).newPage();
  const email = newAddress("walker");
  await buyer.goto(`/checkout/${id}`);
  await expect(buyer.getByText(/^For you: .*2:00 PM/)).toBeVisible();
  await fillCheckout(buyer, { email, name: "Ada Walker", card: card.good });
  await completePurchase(buyer);
  await expect(buyer.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(buyer.getByText(/^For you: .*2:00 PM/)).toBeVisible();
  const button = buyer.getByRole("button", { name: "Add to calendar: Night walk, with tripods" });
  const event = await saved(buyer, () => button.click());
  expect(event("summary")).toBe("Night walk, with tripods");
  expect(event("dtstart")).toBe(`${year}-03-14T18:00:00Z`);
  expect(event("location")).toBe("Mitte 1, Berlin");
  await expectAccessible(buyer);

  // The mail carries the same file, and its link saves it in any browser.
  const receipt = await mailTo(page.request, email, /order/i);
  expect(receipt.attachments.map(({ fileName }) => fileName)).toEqual(["event.ics"]);
  const link = /https?:\/\/\S+&calendar=\S+/.exec(receipt.text)?.[0] ?? "";
  const another = await (await browser.newContext()).newPage();
  const again = await saved(another, () => another.goto(link));
  expect(again("uid")).toBe(event("uid"));

  await page.goto(`/dev/mailbox?search=${encodeURIComponent(email)}`);
  await page.getByRole("button", { name: email }).first().click();
  const attached = page.getByRole("list", { name: "Attachments" }).getByRole("link", { name: "event.ics" });
  expect((await saved(page, () => attached.click()))("uid")).toBe(event("uid"));
});
