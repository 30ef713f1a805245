import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailsTo, newAddress } from "./support/mailbox.ts";
import { mailInTime, openOwnShop } from "./support/own-shop.ts";
import { putOnSale } from "./support/put-on-sale.ts";

// Workers look at what happened once a minute, and mails leave once a minute.
openOwnShop(25);

test("a creator switches a mail on for purchases, and its buyer gets it by itself; a reminder gets words, and another is switched off @any-width", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Lina" });
  const made = await page.request.post("/api/products", {
    data: { title: "Light", slug: `light-${handle.slice(5)}`, type: "SERVICE", priceCents: 1_900 },
  });
  const { id } = (await made.json()) as { id: string };
  await putOnSale(page.request, id);
  const early = newAddress("early");
  const buyer = await browser.newContext();
  await buyByCall(buyer.request, id, early);

  await page.goto("/admin?tab=mailings");
  await page.getByRole("tab", { name: "Automatic" }).click();
  await expect(page.getByRole("heading", { name: "Course reminder" })).toBeVisible();
  await expectAccessible(page);

  // What is said in a reminder stands in its mail, and another one is switched off.
  const list = page.getByRole("list", { name: "Reminders" });
  const rowOf = (title: string) => list.getByRole("listitem").filter({ hasText: title });
  const tomorrow = rowOf("An event is tomorrow");
  await tomorrow.getByRole("textbox", { name: "What you say in it" }).fill("Bring a lamp.");
  await tomorrow.getByRole("button", { name: "Save words" }).click();
  await expect(page.getByText("Your words are saved", { exact: true })).toBeVisible();
  await tomorrow.getByRole("button", { name: "Preview" }).click();
  const reminder = page.frameLocator("iframe[title='The mail']");
  await expect(reminder.getByText("Bring a lamp.")).toBeVisible();
  await page.keyboard.press("Escape");
  const soon = rowOf("An event begins soon");
  await soon.getByRole("switch", { name: "An event begins soon: send this reminder" }).click();
  await expect(soon.getByRole("textbox")).toBeHidden();

  await page.getByLabel("After a purchase: for which product").selectOption({ label: "Light" });
  await page.getByRole("button", { name: "Write the mail: After a purchase" }).click();
  await expect(page.getByRole("heading", { name: "After a purchase: Light" })).toBeVisible();

  // What it cannot leave without is asked for first.
  const send = page.getByRole("switch", { name: "Send this mail" });
  await send.click();
  await expect(page.getByText(/postal address/).first()).toBeVisible();
  await page.getByLabel("Postal address").fill("Main St 1\nSpringfield");
  await page.getByRole("button", { name: "Save address" }).click();

  await page.getByLabel("Days after the purchase").fill("0");
  await page.getByLabel("Subject").fill("{first_name}, how is {product}?");
  await expect(page.getByText("Not saved yet. The preview shows what is saved.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Whoever gets it from now on gets these words", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  const mail = page.frameLocator("iframe").getByRole("paragraph");
  await expect(mail.filter({ hasText: "you got Light from Lina" })).toBeVisible();
  await page.keyboard.press("Escape");
  await send.click();
  await expect(send).toBeChecked();
  await page.reload();
  await expect(send).toBeChecked();
  await expect(page.getByLabel("Subject")).toHaveValue("{first_name}, how is {product}?");

  const late = newAddress("late");
  await buyByCall(buyer.request, id, late);
  await mailInTime(page, late, /how is Light\?$/);
  const subjects = (await mailsTo(page.request, early)).map(({ subject }) => subject);
  expect(subjects).not.toContainEqual(expect.stringMatching(/how is Light\?$/));
  await page.getByRole("button", { name: "All automatic mails" }).click();
  await page.reload();
  await expect(page.getByText(/1 sent/)).toBeVisible();
  await expect(soon.getByRole("switch")).not.toBeChecked();
  await expect(tomorrow.getByRole("textbox")).toHaveValue("Bring a lamp.");
  await buyer.close();
});
