import { Link } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { finishPayment } from "#contract/checkout/checkout.ts";
import { listUpsellOffers, processUpsell, UpsellOffer } from "#contract/checkout/post-purchase.ts";
import { confirmSandboxPayment } from "#contract/dev/sandbox.ts";
import { example, exampleAnswer, exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { PostPurchasePage } from "./post-purchase-page.tsx";

const order = "pi_sbx_0123456789abcdef01234567";
const addOn = "pi_sbx_76543210fedcba9876543210";
const offer = example(UpsellOffer, {
  id: exampleId(),
  title: "Talk it through",
  offerPriceCents: 7_900,
  upsellProduct: { ...example(UpsellOffer).upsellProduct, title: "Review call", currency: "usd" },
});

/** The page of an order that is paid, and a way away from it. */
async function open() {
  server.answer(finishPayment, exampleAnswer(finishPayment, { status: "PAID", mainProductId: exampleId() }));
  server.answer(listUpsellOffers, [offer]);
  const held = server.hold(finishPayment);
  const screen = await renderScreen(
    <>
      <PostPurchasePage
        search={{ payment_intent: order, email: "ada@example.com" }}
        setup={{ provider: "sandbox", publishableKey: null }}
        origin={location.origin}
      />
      <Link to={"/u/ines" as never}>The store</Link>
    </>,
    { at: `/post-purchase?payment_intent=${order}`, elsewhere: ["/u/ines", "/success"] },
  );
  await expect.poll(() => server.calls(finishPayment).length).toBe(1);
  const leave = async () => {
    await page.getByRole("link", { name: "The store" }).click();
    await expect.poll(screen.address).toBe("/u/ines");
  };
  return { held, screen, leave };
}

const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50));

test("who leaves while an order is being finished is not led away from where they went", async () => {
  const { held, screen, leave } = await open();
  server.answer(listUpsellOffers, []);
  await leave();
  held.release();
  await expect.poll(() => server.calls(listUpsellOffers).length).toBe(1);
  await aMoment();
  expect(screen.address()).toBe("/u/ines");
});

test("who leaves while an add-on is being charged stays where they went", async () => {
  const { held, screen, leave } = await open();
  held.release();
  server.answer(processUpsell, exampleAnswer(processUpsell, { action: "ACCEPTED" }));
  const charging = server.hold(processUpsell);
  await page.getByRole("button", { name: /^Yes, Add This/ }).click();
  await leave();
  charging.release();
  await expect.element(page.getByText(/Review call/).first()).toBeVisible();
  await aMoment();
  expect(screen.address()).toBe("/u/ines");
});

test("what became of an add-on's payment is asked for until its page is left, and no longer", async () => {
  const { held, leave } = await open();
  held.release();
  const needed = {
    action: "PAYMENT_REQUIRED",
    paymentIntentId: addOn,
    clientSecret: `${addOn}_secret_a`,
  } as const;
  server.answer(processUpsell, exampleAnswer(processUpsell, { ...needed, amountCents: 7_900 }));
  await page.getByRole("button", { name: /^Yes, Add This/ }).click();
  await page.getByLabelText("Card number").fill("4242424242424242");
  await page.getByLabelText("Expiration date").fill("12/40");
  await page.getByLabelText("Security code").fill("123");
  server.answer(confirmSandboxPayment, () => {
    throw new TypeError("Failed to fetch");
  });
  server.refuse(finishPayment, 503);
  const asked = () => server.calls(finishPayment).length;
  await page.getByRole("button", { name: "Confirm Add-on" }).click();
  await expect.poll(asked).toBe(2);
  await leave();
  // Whoever waits to ask again does so as the network comes back.
  window.dispatchEvent(new Event("online"));
  await aMoment();
  expect(asked()).toBe(2);
});

/** The page that a bank leads back to with a payment that failed. */
async function openFailed() {
  const mainProductId = exampleId();
  const failed = { status: "FAILED", message: "Your card was declined.", mainProductId } as const;
  server.answer(finishPayment, exampleAnswer(finishPayment, failed));
  const { address } = await renderScreen(
    <PostPurchasePage
      search={{ payment_intent: order, email: "ada@example.com", redirect_status: "failed" }}
      setup={{ provider: "sandbox", publishableKey: null }}
      origin={location.origin}
    />,
    { at: `/post-purchase?payment_intent=${order}`, elsewhere: ["/", `/checkout/${mainProductId}`] },
  );
  await expect.element(page.getByText("Payment Issue", { exact: true })).toBeVisible();
  return { address, mainProductId };
}

test("a payment that failed leads to its own checkout, and is never called one that succeeded", async () => {
  const { address, mainProductId } = await openFailed();
  await expect.poll(address).toBe(`/checkout/${mainProductId}`);
  const kept = JSON.parse(sessionStorage.getItem(`openstall:checkout:${mainProductId}`) ?? "{}") as unknown;
  expect(kept).toMatchObject({ problem: { message: "Your card was declined." } });
});

test("a coupon that the buyer cannot have leads to the checkout without a word of a failed payment", async () => {
  const mainProductId = exampleId();
  const message = "This code is for first-time customers. We removed it, and you weren't charged.";
  const failed = { status: "FAILED", code: "not_first_purchase", message, mainProductId } as const;
  server.answer(finishPayment, exampleAnswer(finishPayment, failed));
  const { address } = await renderScreen(
    <PostPurchasePage
      search={{ payment_intent: order, email: "ada@example.com", redirect_status: "succeeded" }}
      setup={{ provider: "sandbox", publishableKey: null }}
      origin={location.origin}
    />,
    { at: `/post-purchase?payment_intent=${order}`, elsewhere: ["/", `/checkout/${mainProductId}`] },
  );
  await expect.poll(address).toBe(`/checkout/${mainProductId}`);
  await expect.element(page.getByText("Payment Issue")).not.toBeInTheDocument();
});

test("home is where a payment leads that nobody knows a checkout of", async () => {
  server.refuse(finishPayment, 404);
  const { address } = await renderScreen(
    <PostPurchasePage
      search={{ payment_intent: order, email: "ada@example.com", redirect_status: "failed" }}
      setup={{ provider: "sandbox", publishableKey: null }}
      origin={location.origin}
    />,
    { at: `/post-purchase?payment_intent=${order}`, elsewhere: ["/"] },
  );
  await expect.element(page.getByText("Payment Issue", { exact: true })).toBeVisible();
  await expect.poll(address).toBe("/");
});
