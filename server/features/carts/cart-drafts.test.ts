import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  listCartSequences,
  saveCartDraft,
  saveCartSequence,
  sendCartEmail,
  switchCartSequence,
} from "#contract/carts/sequences.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
import { makeCart } from "#tests/support/cart-factory.ts";
import { makeCreator, makeProduct } from "#tests/support/factories.ts";
import { testApp } from "#tests/support/test-app.ts";
import { queueCartMails } from "./queue-cart-mails.ts";
import { recordLeftCarts } from "./record-left-carts.ts";
import { firstSteps } from "./sequences.ts";

const app = await testApp();
const { db } = app.services;
const kind = "LEFT" as const;

async function openShop({ postalAddress = "1 Long Lane" }: { postalAddress?: string | null } = {}) {
  const creator = await makeCreator(app, { postalAddress });
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 5_000 });
  const desk = app.as(creator);
  const sequence = async () => {
    const { body } = await desk.call(listCartSequences);
    const found = body.find((each) => each.kind === kind);
    if (!found) throw new Error("no sequence");
    return found;
  };
  return { creator, product, desk, sequence };
}
const pass = async (minutes: number) => {
  app.clock.advance({ minutes });
  await recordLeftCarts(app.services);
  await queueCartMails(app.services);
  await sendPromotions(app.services, undefined);
};
const subjectsTo = async (email: string) =>
  (await db.select({ subject: mailbox.subject }).from(mailbox).where(eq(mailbox.to, email))).map(
    ({ subject }) => subject,
  );
const half = {
  delayMinutes: 0,
  subject: "",
  content: documentOfText("You left {prod"),
  couponPercent: null,
};

test("what is half-written is kept, and nobody is mailed it: by time and by hand the mails leave as they were saved", async () => {
  const { product, desk, sequence } = await openShop();
  expect(
    (await desk.call(saveCartSequence, { body: { kind, isOn: true, steps: firstSteps.LEFT } })).status,
  ).toBe(200);
  app.clock.advance({ minutes: 1 });
  const { revision } = await sequence();
  const draft = { kind, steps: [half], dmText: "Hi {first_", revision };
  const kept = await desk.call(saveCartDraft, { body: draft });
  expect(kept.body).toMatchObject({ steps: [half], dmText: "Hi {first_", revision: revision + 1 });
  expect(await sequence()).toMatchObject({
    isOn: true,
    steps: firstSteps.LEFT,
    dmText: null,
    draft: { steps: [half], dmText: "Hi {first_" },
  });
  const [ana, ben] = ["ana-draft@example.com", "ben-draft@example.com"];
  for (const email of [ana, ben])
    await makeCart(app, product, { email, leftAt: app.clock.now(), abandonedAt: null });
  await pass(61);
  await pass(2);
  expect(await subjectsTo(ana)).toEqual([`You left ${product.title}`]);
  const byHand = await makeCart(app, product, { email: "cy-draft@example.com" });
  expect((await desk.call(sendCartEmail, { params: { id: byHand.id } })).status).toBe(200);
  await sendPromotions(app.services, undefined);
  expect(await subjectsTo("cy-draft@example.com")).toEqual([`You left ${product.title}`]);

  // Saved as it is sent, the draft is over.
  const steps = [{ ...half, delayMinutes: 60, subject: "Still there", content: documentOfText("It is.") }];
  const used = await desk.call(saveCartSequence, { body: { kind, steps } });
  expect(used.body).toMatchObject({ isOn: true, steps, draft: null, revision: revision + 2 });
});

test("a draft that says what is sent is none, and the same text by another tab is not overwritten unseen", async () => {
  const { desk, sequence } = await openShop();
  const { steps, dmText, revision } = await sequence();
  const mine = await desk.call(saveCartDraft, { body: { kind, steps: [half], dmText, revision } });
  expect(mine.status).toBe(200);
  const theirs = await desk.call(saveCartDraft, { body: { kind, steps, dmText, revision } });
  expect(theirs).toMatchObject({ status: 409, body: { code: "CHANGED_ELSEWHERE" } });
  const stale = await desk.call(saveCartSequence, { body: { kind, steps, dmText, revision } });
  expect(stale).toMatchObject({ status: 409, body: { code: "CHANGED_ELSEWHERE" } });
  expect((await sequence()).draft).toMatchObject({ steps: [half] });
  const back = await desk.call(saveCartDraft, { body: { kind, steps, dmText, revision: revision + 1 } });
  expect(back.status).toBe(200);
  expect(await sequence()).toMatchObject({ draft: null, revision: revision + 2 });
});

test("switching takes no half-written words along, and off it goes whatever the draft is", async () => {
  const { desk, sequence } = await openShop();
  await desk.call(saveCartSequence, { body: { kind, isOn: false, steps: firstSteps.LEFT } });
  await desk.call(saveCartDraft, { body: { kind, steps: [half], dmText: null } });
  const { revision } = await sequence();
  for (const isOn of [true, false, true]) {
    const switched = await desk.call(switchCartSequence, { body: { kind, isOn } });
    expect(switched.body).toMatchObject({ isOn, steps: firstSteps.LEFT, draft: { steps: [half] }, revision });
  }
  // A save that says nothing of it leaves it switched as it is.
  const saved = await desk.call(saveCartSequence, { body: { kind, steps: firstSteps.LEFT } });
  expect(saved.body).toMatchObject({ isOn: true });
  const none = await desk.call(saveCartSequence, { body: { kind, steps: [] } });
  expect(none).toMatchObject({
    status: 422,
    body: { fields: { steps: expect.stringMatching(/at least one mail/) } },
  });
});

test("nothing is switched on without the address that stands below such mails, by neither call", async () => {
  const { desk, sequence } = await openShop({ postalAddress: null });
  const refused = { status: 422, body: { fields: { isOn: expect.stringMatching(/postal address/) } } };
  expect(await desk.call(switchCartSequence, { body: { kind, isOn: true } })).toMatchObject(refused);
  const saved = await desk.call(saveCartSequence, { body: { kind, isOn: true, steps: firstSteps.LEFT } });
  expect(saved).toMatchObject(refused);
  expect(await sequence()).toMatchObject({ isOn: false });
});

test("a draft holds nothing but documents of the closed set, no more than five mails, and is its creator's alone", async () => {
  const { desk, sequence } = await openShop();
  const other = await openShop();
  const script = { type: "doc", content: [{ type: "script", content: [] }] } as never;
  const bodies = [
    { kind, steps: [{ ...half, content: script }], dmText: null },
    { kind, steps: Array.from({ length: 6 }, () => half), dmText: null },
    { kind, steps: [half], dmText: "x".repeat(501) },
  ];
  for (const body of bodies) expect((await desk.call(saveCartDraft, { body })).status).toBe(422);
  expect((await desk.call(saveCartDraft, { body: { kind, steps: [half], dmText: null } })).status).toBe(200);
  expect((await sequence()).draft).not.toBeNull();
  expect((await other.sequence()).draft).toBeNull();
});
