import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { putOnSale } from "./support/put-on-sale.ts";
import { returnMail } from "./support/returned-mail.ts";

test("a buyer who mistyped their address is told on the page of their order, and corrects it there @any-width", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Lina" });
  const made = await page.request.post("/api/products", {
    data: { title: "Light", slug: `light-${handle.slice(5)}`, type: "SERVICE", priceCents: 1_900 },
  });
  const { id } = (await made.json()) as { id: string };
  await putOnSale(page.request, id);
  const [wrong, right] = [newAddress("ana.wrong"), newAddress("ana.right")];
  const buyer = await (await browser.newContext()).newPage();
  const reference = await buyByCall(buyer.request, id, wrong);
  await mailTo(page.request, wrong, /^Your order/);
  await returnMail(page.request, wrong);

  await page.goto("/admin?tab=customers&view=customers");
  await expect(page.getByText("Mail comes back")).toBeVisible();

  const address = new URLSearchParams({ payment_intent: reference, customer_email: wrong }).toString();
  await buyer.goto(`/success?${address}`);
  await expect(buyer.getByText("Your receipt could not be delivered")).toBeVisible();
  await expectAccessible(buyer);
  await expect(buyer.getByRole("alert")).toContainText("says that this address does not exist");
  const otherTab = await buyer.context().newPage();
  // What asks again by the clock: here only a press does.
  await otherTab.addInitScript(() => {
    const setTimer = window.setTimeout.bind(window);
    Object.assign(window, {
      setTimeout: (run: () => void, ms = 0) => (ms < 15_000 ? setTimer(run, ms) : 0),
    });
  });
  await otherTab.goto(`/success?${address}`);
  await otherTab.getByRole("button", { name: "Correct the address" }).click();
  await buyer.getByRole("button", { name: "Correct the address" }).click();
  const field = buyer.getByLabel("Your email address");
  await expect(field).toBeFocused();
  await field.fill("no address");
  await field.press("Enter");
  await expect(buyer.getByText("Please enter a valid email address")).toBeVisible();
  await field.fill(right);
  await field.press("Enter");
  const code = buyer.getByLabel("Code from the email");
  await expect(code).toBeFocused();
  await expectAccessible(buyer);
  await code.fill("000000");
  await expect(buyer.getByText("Invalid or expired verification code.")).toBeVisible();
  await expect(code).toHaveValue("");
  const { text } = await mailTo(page.request, right, /is your Openstall code/);
  await code.fill(/\b\d{6}\b/.exec(text)?.[0] ?? "");
  const done = buyer.getByText(`Corrected. Your receipt is on its way to ${right}.`);
  await expect(done).toBeVisible();
  await expect(done.locator("..")).toBeFocused();
  await expect(buyer.getByText("Your receipt could not be delivered")).toBeHidden();
  await mailTo(page.request, right, /^Your order/);

  await otherTab.getByLabel("Your email address").fill(right);
  await otherTab.getByRole("button", { name: "Send the code" }).click();
  await expect(otherTab.getByText(`Corrected. Your receipt is on its way to ${right}.`)).toBeVisible();

  // As a process says it that is older than the page.
  await otherTab.route(/\/api\/order-by-payment-intent\//, async (route) => {
    const response = await route.fetch();
    const order = (await response.json()) as { customer: { returned?: unknown } };
    delete order.customer.returned;
    await route.fulfill({ response, json: order });
  });
  await otherTab.reload();
  await expect(otherTab.getByText(`the receipt is on its way to ${right}`)).toBeVisible();
  await expect(otherTab.getByText("could not be delivered")).toBeHidden();

  await page.reload();
  await expect(page.getByText(right).first()).toBeVisible();
  await expect(page.getByText("Mail comes back")).toBeHidden();
});
