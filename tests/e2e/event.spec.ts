import { readFile } from "node:fs/promises";
import { expect, test, type Download, type Page } from "@playwright/test";
import ICAL from "ical.js";
import { expectAccessible } from "./support/axe.ts";
import { card, completePurchase, fillCheckout } from "./support/checkout.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { openOwnShop } from "./support/own-shop.ts";

openOwnShop(5);

/** What a calendar reads in a file that was saved. */
async function saved(page: Page, save: () => Promise<unknown>) {
  const [download]: [Download, unknown] = await Promise.all([page.waitForEvent("download"), save()]);
  expect(download.suggestedFilename()).toBe("event.ics");
  return read(await readFile(await download.path(), "utf8"));
}

function read(file: string) {
  const event = new ICAL.Component(ICAL.parse(file) as unknown[]).getFirstSubcomponent("vevent");
  return (name: string) => event?.getFirstPropertyValue(name)?.toString();
}

test("an event that was bought goes into the buyer's calendar, and moves there once its creator has moved it @any-width", async ({
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
  await expect(buyer.getByText(/ 2:00 PM – .+New York time/).filter({ visible: true })).toBeVisible();
  await fillCheckout(buyer, { email, name: "Ada Walker", card: card.good });
  await completePurchase(buyer);
  await expect(buyer.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  await expect(buyer.getByText(/ 2:00 PM – .+New York time/).filter({ visible: true })).toBeVisible();
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

  // The creator is told who hears of another place, and the buyer hears ten minutes later.
  await page.goto(`/admin?tab=products&product=${id}`);
  const dialog = page.getByRole("dialog", { name: "Edit Product" });
  await dialog.getByRole("textbox", { name: "Place" }).fill("Wedding 2, Berlin");
  await expect(dialog.getByText(/^1 buyer gets a mail with the old and the new/)).toBeVisible();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toBeHidden();
  await page.request.post("/api/dev/clock", { data: { advanceMinutes: 11 } });
  const news = await mailTo(page.request, email, /^An event has changed: Night walk/);
  expect(news.text).toMatch(/It was: .+Mitte 1, Berlin\n\nIt is now: .+Wedding 2, Berlin/);
  const moved = read(news.attachments[0]?.content ?? "");
  expect([moved("uid"), moved("location")]).toEqual([event("uid"), "Wedding 2, Berlin"]);
  expect(Number(moved("sequence"))).toBeGreaterThan(Number(event("sequence")));

  // At the door a press notes who came, and another takes it back.
  await page.getByRole("button", { name: "More actions: Night walk, with tripods" }).click();
  await page.getByRole("menuitem", { name: "Attendees" }).click();
  await expect(page.getByText("0 of 1 checked in")).toBeVisible();
  await page.getByRole("button", { name: "Check in: Ada Walker" }).click();
  await expect(page.getByText("1 of 1 checked in")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo check-in: Ada Walker" }).click();
  await expect(page.getByText("0 of 1 checked in")).toBeVisible();
  await page.getByRole("button", { name: "All products" }).click();

  // Called off, it is off sale, and the buyer's order says so.
  await page.getByRole("button", { name: "More actions: Night walk, with tripods" }).click();
  await page.getByRole("menuitem", { name: "Cancel event" }).click();
  const asked = page.getByRole("alertdialog", { name: "Cancel this event?" });
  await expect(asked.getByText(/Its buyer is told by mail in ten minutes/)).toBeVisible();
  await asked.getByRole("button", { name: "Cancel the event" }).click();
  await expect(page.getByRole("row", { name: /Night walk/ }).getByText("Cancelled")).toBeVisible();
  await page.request.post("/api/dev/clock", { data: { advanceMinutes: 11 } });
  const off = await mailTo(page.request, email, /^An event is cancelled: Night walk/);
  expect(read(off.attachments[0]?.content ?? "")("status")).toBe("CANCELLED");
  await buyer.reload();
  await expect(buyer.getByText("Cancelled", { exact: true })).toBeVisible();
  await expect(button).toBeHidden();
});
