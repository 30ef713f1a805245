import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { buyByCall } from "./support/buy-by-call.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { newAddress } from "./support/mailbox.ts";

test.use({ timezoneId: "Pacific/Kiritimati" });

const kiritimati = (moment: Date) =>
  moment.toLocaleString("en-US", {
    timeZone: "Pacific/Kiritimati",
    month: "short",
    day: "numeric",
    year: "numeric",
  });
const pagoPago = (moment: Date) =>
  moment.toLocaleString("en-US", {
    timeZone: "Pacific/Pago_Pago",
    month: "short",
    day: "numeric",
    year: "numeric",
  });

function recordErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

test("a creator's dates are in the zone of their browser, and in another once they choose it @any-width", async ({
  page,
}) => {
  const errors = recordErrors(page);
  await signInAsNewCreator(page, { firstName: "Teuea" });
  const made = await page.request.post("/api/products", {
    data: {
      title: "Tide Table",
      slug: `tide-${crypto.randomUUID().slice(0, 8)}`,
      type: "SERVICE",
      priceCents: 900,
    },
  });
  const product = (await made.json()) as { id: string };
  await buyByCall(page.request, product.id, newAddress("buyer"));
  const sold = new Date();

  await page.goto("/admin?tab=customers&view=orders");
  await expect(page.getByText(kiritimati(sold)).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByLabel("From (Kiritimati time)")).toBeVisible();

  await page.goto("/admin?tab=settings");
  const choice = page.getByLabel("Time zone");
  await expect(choice).toHaveValue("Pacific/Kiritimati");
  await choice.selectOption("Pacific/Pago_Pago");
  await page.getByRole("button", { name: "Save time zone" }).click();
  await expect(page.getByText("All dates are in your time zone.", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto("/admin?tab=customers&view=orders");
  await expect(page.getByText(pagoPago(sold)).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText(kiritimati(sold))).toHaveCount(0);
  await page.goto("/admin?tab=coupons&coupon=new");
  await expect(page.getByLabel("Valid from (Pago Pago time)")).toBeVisible();
  expect(errors).toEqual([]);
});

test("a page that the server renders shows a buyer the days of their own zone, without a mismatch @any-width", async ({
  page,
}) => {
  const errors = recordErrors(page);
  await signInAsNewCreator(page, { firstName: "Teuea" });
  const product = async (title: string) => {
    const made = await page.request.post("/api/products", {
      data: { title, slug: `${crypto.randomUUID().slice(0, 8)}-tide`, type: "SERVICE", priceCents: 900 },
    });
    return ((await made.json()) as { id: string }).id;
  };
  const [mainProductId, bumpProductId] = [await product("Tide Table"), await product("Moon Table")];
  const endsAt = "2040-03-09T16:30:00.000Z";
  const bump = {
    mainProductId,
    bumpProductId,
    title: "And the moon",
    discountType: "FIXED",
    discountValue: 0,
    endsAt,
  };
  expect((await page.request.post("/api/order-bumps", { data: bump })).status()).toBe(201);
  const html = await (await page.request.get(`/checkout/${mainProductId}`)).text();
  expect(html).toContain("Mar 9, 2040, 4:30 PM UTC");
  await page.goto(`/checkout/${mainProductId}`);
  await expect(page.getByText("Ends Mar 10, 2040, 6:30 AM GMT+14").filter({ visible: true })).toHaveCount(1);
  expect(errors).toEqual([]);
});
