import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { getCheckoutDraft, saveCheckoutDraft } from "#contract/checkout/draft.ts";
import { exampleId } from "#tests/screens/example.ts";
import { server } from "#tests/screens/fake-server.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { useDraft } from "./use-draft.ts";

const choice = () => ({
  orderBumps: [],
  couponCode: "",
  affiliateCode: "",
  billingInterval: null,
  amountCents: null,
  link: "",
});
const draft = { ...choice(), revision: 1, email: "", customerName: "Ada", shippingAddress: {}, left: null };
const productId = exampleId();
const onNewer = () => {};
let opened: string | undefined;

const checkoutSessionId = () => opened;

function Field() {
  const { keep } = useDraft({ productId, start: null, choice, checkoutSessionId, onNewer });
  return <input aria-label="Full Name" onChange={({ target }) => keep({ customerName: target.value })} />;
}

// A browser that is looked at again asks what another tab has changed.
beforeEach(() => {
  opened = undefined;
  server.answer(getCheckoutDraft, { draft: null });
});

const sentNames = () => server.calls(saveCheckoutDraft).map(({ body }) => body.customerName);

/** A tab whose draft was ended elsewhere, and which has heard of it. */
async function typeUntilEnded() {
  server.answer(saveCheckoutDraft, { draft });
  await renderScreen(<Field />);
  const name = page.getByLabelText("Full Name");
  await name.fill("Ada");
  await expect.poll(sentNames).toEqual(["Ada"]);
  server.answer(saveCheckoutDraft, { draft: null });
  await name.fill("Ada B");
  await expect.poll(sentNames).toEqual(["Ada", "Ada B"]);
  return name;
}

test("once a draft has ended, by an order or cleared elsewhere, what is typed in its tab begins no other", async () => {
  const name = await typeUntilEnded();
  await name.fill("Ada Buyer");
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sentNames()).toEqual(["Ada", "Ada B"]);
});

test("where another tab begins a draft anew, what is typed here belongs to it again", async () => {
  const name = await typeUntilEnded();
  server.answer(getCheckoutDraft, { draft });
  const looks = server.calls(getCheckoutDraft).length;
  dispatchEvent(new Event("focus"));
  await expect.poll(() => server.calls(getCheckoutDraft).length).toBeGreaterThan(looks);
  server.answer(saveCheckoutDraft, { draft: { ...draft, revision: 2 } });
  await expect
    .poll(async () => {
      await name.fill(`Ada ${Math.random()}`);
      return sentNames().length;
    })
    .toBeGreaterThan(2);
});

test("what a tab was not answered is said with what changes next", async () => {
  server.answer(saveCheckoutDraft, { draft });
  server.lose(saveCheckoutDraft, "before");
  await renderScreen(<Field />);
  const name = page.getByLabelText("Full Name");
  await name.fill("Ada");
  await expect.poll(sentNames).toEqual(["Ada"]);
  server.answer(saveCheckoutDraft, { draft });
  await name.fill("Ada Buyer");
  await expect.poll(sentNames).toEqual(["Ada", "Ada Buyer"]);
});

test("each save names the checkout that the tab has opened by then", async () => {
  server.answer(saveCheckoutDraft, { draft });
  server.lose(saveCheckoutDraft, "before");
  await renderScreen(<Field />);
  const name = page.getByLabelText("Full Name");
  const named = () => server.calls(saveCheckoutDraft).map(({ body }) => body.checkoutSessionId);
  await name.fill("Ada");
  await expect.poll(named).toEqual([undefined]);
  opened = exampleId();
  await name.fill("Ada Buyer");
  await expect.poll(named).toEqual([undefined, opened]);
});
