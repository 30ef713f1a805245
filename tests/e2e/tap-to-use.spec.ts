import { expect, type Page, test } from "@playwright/test";
import { demoProductNamed } from "./support/checkout.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

const pay = (page: Page, total: string) =>
  page.getByRole("button", { name: `Complete Purchase - ${total}`, exact: true });
const bump = (page: Page) => page.getByRole("checkbox", { name: /Pricing Playbook/ });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Sandbox Wallet" });
const video = (page: Page) => page.locator("media-controller video");
const second = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime);

/** A phone far from the mast: 400 ms each way, about 60 kB a second, and now and then nothing at all. */
async function slowNetwork(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const reach = (offline: boolean) =>
    session.send("Network.emulateNetworkConditions", {
      offline,
      latency: 400,
      downloadThroughput: 60_000,
      uploadThroughput: 60_000,
    });
  await reach(false);
  return { die: () => reach(true), comeBack: () => reach(false), becomeFast: () => session.detach() };
}

async function payByWallet(page: Page, email: string, cardInIt: string) {
  await page.getByRole("button", { name: "Pay with Sandbox Wallet" }).click();
  await page.getByLabel("Wallet email").fill(email);
  await page.getByLabel("Card in the wallet").selectOption(cardInIt);
  await sheet(page)
    .getByRole("button", { name: /^Approve \$/ })
    .click();
}

/** Presses play until the video plays: a page that has just arrived does not listen yet. */
const play = (page: Page, lesson: string) =>
  expect(async () => {
    const button = page.getByRole("button", { name: new RegExp(`^Play ${lesson}`) });
    if (await button.isVisible()) await button.click();
    await expect(video(page)).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => second(page), { timeout: 20_000 }).toBeGreaterThan(0.3);
  }).toPass();

test("from the tap on a link to using it: a slow network that dies twice, a bank that says no, and a refund @phone", async ({
  page,
  request,
}) => {
  test.slow();
  const course = await demoProductNamed(page, "brand-design-course");
  const email = newAddress("tap");
  const network = await slowNetwork(page);

  // The link of a message: its price at once, before anybody says who they are.
  await page.goto(`/checkout/${course.id}?code=WELCOME10`);
  await expect(pay(page, "$134.10")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay with Sandbox Wallet" })).toBeEnabled();
  await bump(page).check();
  await expect(pay(page, "$153.10")).toBeVisible();

  // The network dies in the middle, and comes back.
  await network.die();
  await page.getByLabel("Full Name").fill("Ada Buyer");
  await network.comeBack();
  await expect(pay(page, "$153.10")).toBeVisible();

  // The bank says no: home, and back to everything as it was.
  await payByWallet(page, email, "Visa 3184, asks its bank");
  await page.getByRole("button", { name: /^Fail/ }).click();
  await page.getByRole("main").getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Secure Checkout" })).toBeVisible();
  await expect(bump(page)).toBeChecked();
  await expect(page.getByLabel("Email Address")).toHaveValue(email);
  await expect(pay(page, "$153.10")).toBeEnabled();

  await payByWallet(page, email, "Visa 4242, pays");
  const addOn = page.getByRole("button", { name: /^Yes, Add This - \$/ });
  await addOn.click();
  await expect(
    page.getByText("60-Minute Portfolio Review has been added to your order.", { exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Skip All" }).click();

  await expect(page.getByRole("heading", { name: "Order Confirmed!" })).toBeVisible();
  const start = page.getByRole("link", { name: `Start the course: ${course.title}` });
  await expect(start).toBeInViewport({ ratio: 1 });
  // It dies once more, right after the payment: the order stands, and so does the way in.
  await network.die();
  await expect(start).toBeVisible();
  await network.comeBack();
  await start.click();
  await expect(page).toHaveURL(/\/course\//);
  await network.becomeFast();
  await page.goto(`/course/${course.slug}?lesson=read-the-brief`);
  await play(page, "Read the brief like a designer");

  const receipt = await mailTo(request, email, /^Your order/);
  // The add-on goes back, and the order says so.
  await page.goto(/https?:\/\/\S+\/success\S+#\S+/.exec(receipt.text)?.[0] ?? "");
  await page.getByRole("button", { name: "Request a refund of 60-Minute Portfolio Review" }).click();
  await page.getByRole("dialog").getByLabel("What was wrong?").fill(`No time for it, ${email}`);
  // The demo store guarantees refunds, so asking is enough.
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Refund \$/ })
    .click();
  await expect(page.getByText(/^\$[\d.]+ refunded on/).first()).toBeVisible();
});
