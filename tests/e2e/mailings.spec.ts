import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";
import { putOnSale } from "./support/put-on-sale.ts";

test("a creator writes to the buyers of a product, sees the mail and who gets it, and sends it @any-width", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Lina" });
  const made = await page.request.post("/api/products", {
    data: { title: "Light", slug: `light-${handle.slice(5)}`, type: "SERVICE", priceCents: 1_900 },
  });
  const { id } = (await made.json()) as { id: string };
  await putOnSale(page.request, id);
  const email = newAddress("buyer");
  const buyer = await browser.newContext();
  await buyByCall(buyer.request, id, email);

  await page.goto("/admin?tab=mailings");
  await page.getByRole("button", { name: "Write a mailing" }).click();
  await expect(page.getByText("Your postal address is missing.")).toBeVisible();
  await page.getByLabel("Postal address").fill("Main St 1\nSpringfield");
  await page.getByRole("button", { name: "Save address" }).click();
  await page.getByLabel("Add a condition").selectOption({ label: "Bought" });
  await page.getByLabel("Bought: product").selectOption({ label: "Light" });
  await expect(page.getByText("1 person gets it")).toBeVisible();
  await page.getByLabel("Bought: yes or no").selectOption({ label: "Did not buy" });
  await expect(page.getByText("0 people get it")).toBeVisible();
  await page.getByLabel("Bought: yes or no").selectOption({ label: "Bought" });
  await page.getByLabel("Subject").fill("{first_name}, there is");
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("Hello, this is what comes after Light.");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.frameLocator("iframe").getByText("Hello, this is what comes after Light.", { exact: true }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  // Nothing was left to save as it was opened; what is written afterwards is saved all the same.
  await page.getByLabel("Subject").fill("{first_name}, there is more");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Subject")).toHaveValue("{first_name}, there is more");
  await page.getByRole("button", { name: "Send…" }).click();
  await expect(page.getByRole("heading", { name: "Send to 1 person?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("For 1 person")).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(email)).toBeVisible();
  await expectAccessible(page);
  await buyer.close();
});

test("a mail about carts is seen as it would leave before it is saved, and leaves with a postal address @any-width", async ({
  page,
}) => {
  await signInAsNewCreator(page, { firstName: "Lina" });
  await page.goto("/admin?tab=abandoned-carts");
  await page.getByRole("tab", { name: "Campaigns" }).click();
  await expect(page.getByLabel("Subject").first()).toHaveAccessibleDescription(
    /{price} and {code} are filled in/,
  );
  await page
    .getByRole("button", { name: /Preview/ })
    .first()
    .click();
  const mail = page.frameLocator("iframe[title='The mail']");
  await expect(mail.getByRole("link", { name: "Back to your checkout" })).toBeVisible();
  await page.getByRole("button", { name: "Send me a test" }).click();
  await expect(
    page.getByText("The test mail is on its way to your own address", { exact: true }),
  ).toBeVisible();
  await page.keyboard.press("Escape");

  // What the mails cannot leave without is asked for where they are switched on.
  const campaign = page.getByRole("form", { name: "Checkout left" });
  await campaign.getByRole("switch", { name: "Checkout left: send these mails" }).click();
  await campaign.getByRole("button", { name: "Save", exact: true }).click();
  await expect(campaign.getByText(/Say your postal address first/)).toBeVisible();
  await page.getByLabel("Postal address").fill("Main St 1\nSpringfield");
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByLabel("Postal address")).toBeHidden();
  await campaign.getByRole("button", { name: "Save", exact: true }).click();
  await expect(
    page.getByText("Carts that are left from now on get these mails.", { exact: true }),
  ).toBeVisible();
  await expectAccessible(page);
});
