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
  await page.getByLabel("Add a condition").selectOption({ label: "Bought" });
  await expect(page.getByText("Your postal address is missing.")).toBeVisible();
  await page.getByLabel("Postal address").fill("Main St 1\nSpringfield");
  await page.getByRole("button", { name: "Save address" }).click();
  await page.getByLabel("Bought: product").selectOption({ label: "Light" });
  await expect(page.getByText("1 person gets it")).toBeVisible();
  await page.getByLabel("Bought: yes or no").selectOption({ label: "Did not buy" });
  await expect(page.getByText("0 people get it")).toBeVisible();
  await page.getByLabel("Bought: yes or no").selectOption({ label: "Bought" });
  await page.getByLabel("Subject").fill("{first_name}, there is");
  await page.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("Hello, this is what comes after Light.");
  await expect(page.locator("[data-save-status=saved]")).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.frameLocator("iframe").getByText("Hello, this is what comes after Light.", { exact: true }),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  // Nothing was left to save as it was opened; what is written afterwards is saved all the same.
  await page.getByLabel("Subject").fill("{first_name}, there is more");
  await expect(page.locator("[data-save-status=saved]")).toBeVisible();
  // What has no connection is there after a reload; what another tab did meanwhile is put together with it.
  await page.route("**/api/mailings/*", (route) =>
    route.request().method() === "PUT" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Subject").fill("{first_name}, there is even more");
  await expect(page.locator("[data-save-status=offline]")).toBeVisible();
  const [, mailingId] = /[?&]mailing=([^&]+)/.exec(page.url()) ?? [];
  const theirs = (await (await page.request.get(`/api/mailings/${mailingId}`)).json()) as Record<
    string,
    unknown
  >;
  const kept = { subject: theirs["subject"], audience: theirs["audience"], couponId: null };
  const elsewhere = await page.request.put(`/api/mailings/${mailingId}`, {
    data: { ...kept, content: theirs["content"], productId: id, revision: theirs["revision"] },
  });
  expect(elsewhere.status()).toBe(200);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.unrouteAll();
  await expect(page.getByLabel("Subject")).toHaveValue("{first_name}, there is even more");
  await expect(page.locator("[data-save-status=saved]")).toBeVisible();
  await expect(page.getByLabel("About")).toHaveValue(id);
  await page.getByRole("button", { name: "Send…" }).click();
  await expect(page.getByRole("heading", { name: "Send to 1 person?" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("For 1 person")).toBeVisible();
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
  const onOff = campaign.getByRole("switch", { name: "Checkout left: send these mails" });
  await onOff.click();
  await expect(campaign.getByText(/Say your postal address first/)).toBeVisible();
  await expect(onOff).not.toBeChecked();
  await page.getByLabel("Postal address").fill("Main St 1\nSpringfield");
  await page.getByRole("button", { name: "Save address" }).click();
  await expect(page.getByLabel("Postal address")).toBeHidden();
  await onOff.click();
  await expect(
    page.getByText("Carts that are left from now on get these mails.", { exact: true }),
  ).toBeVisible();
  await expect(onOff).toBeChecked();

  // What is written saves itself, and is sent once it is saved for that: half of it is no mail.
  const sent = async () => {
    const [left] = (await (await page.request.get("/api/abandoned-carts/sequences")).json()) as {
      steps: { subject: string }[];
      draft: { steps: { subject: string }[] } | null;
    }[];
    return [left?.steps[0]?.subject, left?.draft?.steps[0]?.subject];
  };
  const subject = campaign.getByLabel("Subject").first();
  await subject.fill("");
  await expect(campaign.getByText("Not in use yet")).toBeVisible();
  await expect(campaign.locator("[data-save-status=saved]")).toBeVisible();
  expect(await sent()).toEqual(["You left {product}", ""]);
  await campaign.getByRole("button", { name: "Save", exact: true }).click();
  await expect(campaign.getByText("A subject is required")).toBeVisible();
  await expectAccessible(page);
  // A dead network and a reload lose nothing of it, and another tab's change of another mail stands beside it.
  await page.route("**/sequences/draft", (route) => route.abort());
  await subject.fill("Still yours");
  await expect(campaign.locator("[data-save-status=offline]")).toBeVisible();
  const [before] = (await (await page.request.get("/api/abandoned-carts/sequences")).json()) as {
    revision: number;
    draft: { steps: { subject: string }[]; dmText: null };
  }[];
  const changed = before?.draft.steps.map((step, n) => (n === 1 ? { ...step, subject: "Theirs" } : step));
  const elsewhere = await page.request.put("/api/abandoned-carts/sequences/draft", {
    data: { kind: "LEFT", steps: changed, dmText: null, revision: before?.revision },
  });
  expect(elsewhere.status(), await elsewhere.text()).toBe(200);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.unrouteAll();
  await expect(subject).toHaveValue("Still yours");
  await expect(campaign.getByLabel("Subject").nth(1)).toHaveValue("Theirs");
  await expect(campaign.locator("[data-save-status=saved]")).toBeVisible();
  await campaign.getByRole("button", { name: "Save", exact: true }).click();
  await expect(campaign.getByText("Not in use yet")).toBeHidden();
  expect(await sent()).toEqual(["Still yours", undefined]);
  await onOff.click();
  await expect(page.getByText("Nobody gets these mails any more", { exact: true })).toBeVisible();
  await expectAccessible(page);
});
