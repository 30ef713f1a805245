import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";
import { putOnSale } from "./support/put-on-sale.ts";

test("a creator opens a list, a fan joins it with the code, is thanked, and leaves it with one press @phone", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Lina" });
  const made = await page.request.post("/api/products", {
    data: { title: "Five prompts", slug: `prompts-${handle.slice(5)}`, type: "COURSE", priceCents: 0 },
  });
  expect(made.status()).toBeLessThan(300);
  const { id } = (await made.json()) as { id: string };
  const module = await page.request.post(`/api/my-courses/${id}/modules`, { data: { title: "One" } });
  const { modules } = (await module.json()) as { modules: { id: string }[] };
  await page.request.post(`/api/my-courses/${id}/modules/${modules[0]?.id}/lessons`, {
    data: { title: "Begin" },
  });
  await putOnSale(page.request, id);

  await page.goto("/admin?tab=customers&view=subscribers");
  await expect(page.getByRole("heading", { name: "Nobody Yet" })).toBeVisible();
  await page.getByRole("switch", { name: "Fans can join" }).check();
  await page.getByRole("button", { name: "Save list" }).click();
  await expect(page.getByText("Say in a few words what people join")).toBeVisible();
  await page.getByLabel("Title").fill("Letters on light");
  await page.getByLabel("What they get").fill("One letter a month, about photographs.");
  await page.getByLabel("Thank-you gift").selectOption({ label: "Five prompts" });
  await page.getByRole("button", { name: "Save list" }).click();
  await expect(page.getByText("Your store shows your list.").first()).toBeVisible();
  await expectAccessible(page);

  const fan = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await fan.goto(`/u/${handle}`);
  await expect(fan.getByText("Free once you have joined: Five prompts")).toBeVisible();
  await expectAccessible(fan);
  await fan.getByRole("link", { name: "Join the list" }).click();
  await expect(fan.getByRole("heading", { name: "Letters on light" })).toBeVisible();
  await expect(fan.getByText(/^By joining you ask Lina/)).toBeVisible();
  await expectAccessible(fan);
  const email = newAddress("fan");
  await fan.getByLabel("Email Address").fill("fan");
  await fan.getByRole("button", { name: "Join the list" }).click();
  await expect(fan.getByText("Please enter a valid email address")).toBeVisible();
  await fan.getByLabel("Email Address").fill(email);
  await fan.getByRole("button", { name: "Join the list" }).click();
  await expect(fan.getByLabel("6-Digit Code")).toBeFocused();
  await expectAccessible(fan);
  const { subject, text } = await mailTo(fan.request, email, /confirms that you want mails from Lina/);
  await fan.getByLabel("6-Digit Code").fill(subject.slice(0, 6));
  await expect(fan.getByRole("heading", { name: "You are on the list" })).toBeVisible();
  await expectAccessible(fan);
  await fan.getByRole("link", { name: "Open “Five prompts”" }).click();
  await expect(fan.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();

  await page.reload();
  await expect(page.getByText(email)).toBeVisible();
  await expect(page.getByText(/^Subscribed on /)).toBeVisible();

  await fan.goto(/\S+\/unsubscribe#token=\S+/.exec(text)?.[0] ?? "");
  await expect(fan.getByText("Stop emails from Lina to this address?")).toBeVisible();
  await fan.getByRole("button", { name: "Stop all emails from Lina" }).click();
  await expect(fan.getByText(/^You won.t get any more emails from Lina/)).toBeVisible();
  await expectAccessible(fan);
  await page.reload();
  await expect(page.getByText(/^Unsubscribed on /)).toBeVisible();
  await fan.getByRole("button", { name: "Undo" }).click();
  await expect(fan.getByText("You'll get emails from Lina again.")).toBeVisible();
});

test("the mail's link confirms by a press alone, in another browser, and a used one says so @any-width", async ({
  page,
  browser,
}) => {
  const { handle } = await signInAsNewCreator(page, { firstName: "Lina" });
  const saved = await page.request.put("/api/mailing-list", {
    data: { isOpen: true, title: "Letters", promise: "", thanksProductId: null },
  });
  expect(saved.status()).toBe(200);
  const email = newAddress("fan");
  const asked = await page.request.post(`/api/creators/${handle}/subscribers`, { data: { email } });
  expect(asked.status()).toBe(200);
  const { text } = await mailTo(page.request, email, /confirms/);
  const link = /\S+\/join#confirm=\S+/.exec(text)?.[0] ?? "";
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await expect(other.getByRole("heading", { name: "Confirm your address" })).toBeVisible();
  const list = async () => (await page.request.get("/api/mailing-list")).json() as Promise<object>;
  expect(await list()).toMatchObject({ subscribed: 0, pending: 1 });
  await other.getByRole("button", { name: "Yes, email me" }).click();
  await expect(other.getByRole("heading", { name: "You are on the list" })).toBeVisible();
  expect(await list()).toMatchObject({ subscribed: 1, pending: 0 });
  await other.goto("about:blank");
  await other.goto(link.replace(/.$/, (last) => (last === "x" ? "y" : "x")));
  await other.getByRole("button", { name: "Yes, email me" }).click();
  await expect(other.getByRole("alert").first()).toContainText("This link has been used or has expired");
  await other.getByRole("button", { name: "Enter my address again" }).click();
  await expect(other.getByLabel("Email Address")).toBeVisible();
});
