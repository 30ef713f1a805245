import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { signInAsNewCreator } from "./support/creator.ts";
import { mailTo, newAddress } from "./support/mailbox.ts";

test("a creator sees what waits to be sent, copies its address and marks it as shipped @phone", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signInAsNewCreator(page);
  const { request } = page;
  await request.put("/api/shipping-rates/ELSEWHERE", { data: { firstCents: 0, furtherCents: 0 } });
  const made = await request.post("/api/products", {
    data: {
      title: "Postcards",
      slug: `cards-${crypto.randomUUID().slice(0, 8)}`,
      type: "PHYSICAL",
      priceCents: 0,
    },
  });
  const { id: productId } = (await made.json()) as { id: string };
  const buy = async (email: string) => {
    const opened = await request.post("/api/create-payment-intent", {
      data: { productId, customerEmail: email, shippingCountry: "DE" },
    });
    const { checkoutSessionId, cartVersion } = (await opened.json()) as {
      checkoutSessionId: string;
      cartVersion: number;
    };
    const shippingAddress = {
      name: "Sam Lee",
      line1: "Sendlinger Straße 3",
      city: "München",
      postalCode: "80331",
      country: "DE",
    };
    const placed = await request.post(`/api/checkout/${checkoutSessionId}/complete-free`, {
      data: { cartVersion, customerName: "Sam Lee", shippingAddress },
    });
    expect(placed.status(), await placed.text()).toBe(200);
  };
  const email = newAddress("parcel");
  await buy(email);

  await page.goto("/admin?tab=customers");
  const list = page.getByRole("region", { name: "To ship (1)" });
  await expect(list.getByText("80331 München")).toBeVisible();
  await list.getByRole("button", { name: /^Copy address: Postcards/ }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "Sam Lee\nSendlinger Straße 3\n80331 München\nGermany",
  );
  await list.getByRole("button", { name: /^Mark as shipped: Postcards/ }).click();
  const dialog = page.getByRole("dialog", { name: "Mark as shipped" });
  await dialog.getByLabel("Tracking link").fill("https://parcels.example.com/1");
  await dialog.getByRole("button", { name: "Mark as shipped" }).click();
  await expect(list).toHaveCount(0);
  expect((await mailTo(request, email, /On its way: Postcards/)).text).toContain("has shipped Postcards");

  // Several at once.
  const others = [newAddress("parcel"), newAddress("parcel")];
  for (const other of others) {
    await context.clearCookies({ name: /checkout|browser/ });
    await buy(other);
  }
  await page.reload();
  const two = page.getByRole("region", { name: "To ship (2)" });
  await expect(two).toBeVisible();
  for (const box of await two.getByRole("checkbox").all()) await box.check();
  await expectAccessible(page);
  await two.getByRole("button", { name: "Mark 2 as shipped" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mark as shipped" }).click();
  await expect(page.getByText("2 parcels marked as shipped", { exact: true })).toBeVisible();
  await expect(two).toHaveCount(0);
  for (const other of others) await mailTo(request, other, /On its way: Postcards/);
});
