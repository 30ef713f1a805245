import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

test("a buyer asks for a refund from the order, the creator grants it, and both see it done @any-width", async ({
  page,
  browser,
  request,
}) => {
  test.slow();
  await signInAsNewCreator(page, { firstName: "Ines" });
  const made = await page.request.post("/api/products", {
    data: {
      title: "Portfolio Review",
      slug: `portfolio-review-${crypto.randomUUID().slice(0, 8)}`,
      type: "SERVICE",
      priceCents: 4_900,
    },
  });
  const product = (await made.json()) as { id: string };

  const email = newAddress("asking");
  const buyer = await (await browser.newContext()).newPage();
  const reference = await buyByCall(buyer.request, product.id, email);
  await buyer.goto(`/success?${new URLSearchParams({ payment_intent: reference, customer_email: email })}`);
  await expect(buyer.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();

  const ask = buyer.getByRole("button", { name: "Request a refund of Portfolio Review" });
  await expect(ask).toContainText("ask by");
  await ask.click();
  const dialog = buyer.getByRole("dialog", { name: "Request a refund" });
  await expect(dialog).toContainText("If there's no answer within three working days");
  await expectAccessible(buyer);
  await dialog.getByLabel("What was wrong?").fill("Not what I need");
  await dialog.getByRole("button", { name: "Request $49.00" }).click();
  await expect(dialog).toBeHidden();
  await expect(buyer.getByText(/^Refund requested on .+ granted automatically on/)).toBeVisible();
  await buyer.reload();
  await expect(buyer.getByText(/^Refund requested on/)).toBeVisible();
  await expectAccessible(buyer);
  expect((await mailTo(request, email, /refund request has arrived/i)).text).toContain("without an answer");

  await page.goto("/admin?tab=customers");
  await expect(page.getByText("1 buyer asks for a refund", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /^Open order of/ }).click();
  await expect(page.getByText("“Not what I need”")).toBeVisible();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decline" }).click();
  await expect(page.getByText("Say why, in a sentence")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Grant" }).click();
  await expectAccessible(page);
  await page
    .getByRole("dialog")
    .getByLabel(/Note to the buyer/)
    .fill("Sorry it did not fit");
  await page.getByRole("dialog").getByRole("button", { name: "Refund $49.00" }).click();
  await expect(page.getByText("Refund of $49.00 requested")).toBeHidden();
  await expect(page.getByText("Refund request granted")).toBeVisible();

  await buyer.reload();
  await expect(buyer.getByRole("heading", { name: "Order Refunded" })).toBeVisible();
  await expect(buyer.getByText(/^\$49\.00 refunded on/)).toBeVisible();
  expect((await mailTo(request, email, /refund is granted/i)).text).toContain("Sorry it did not fit");
});
