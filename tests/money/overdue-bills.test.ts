import { describe, expect, test } from "vitest";
import { joinClub } from "./club.ts";
import { sandboxGateway, stripeGateway } from "./gateways.ts";

/** Pays once, and declines whenever it is charged later. */
const failingCard = "4000000000000341";
const goodCard = "4242424242424242";

describe.each([
  { provider: "the sandbox", open: sandboxGateway },
  { provider: "Stripe", open: stripeGateway },
])("an overdue bill, with $provider", async ({ open }) => {
  const gateway = await open();
  const overdue = async () => {
    const member = await joinClub(gateway, { number: failingCard });
    await gateway.pass({ days: 32 });
    expect(await member.shown()).toMatchObject({ state: "PAST_DUE", failedPayment: { amountCents: 1_900 } });
    return member;
  };
  const declined = { status: 200, body: { isPaid: false, message: expect.stringContaining("declined") } };
  const paid = { status: 200, body: { isPaid: true, membership: { state: "ACTIVE" } } };

  test("is paid by a good card, however often the old one was tried in vain before", async () => {
    const member = await overdue();
    expect(await member.tryCardAgain()).toMatchObject(declined);
    expect(await member.tryCardAgain()).toMatchObject(declined);
    const worse = await member.openCardForm();
    await gateway.giveCard(worse, failingCard);
    expect(await member.finishCard(worse.setupIntentId)).toMatchObject(declined);
    const better = await member.openCardForm();
    await gateway.giveCard(better, goodCard);
    expect(await member.finishCard(better.setupIntentId)).toMatchObject(paid);
    await gateway.deliver();
    expect(await member.paid()).toEqual([1_900, 1_900]);
  });

  test("is paid once by many requests at once, from the card's form and from other tabs", async () => {
    const member = await overdue();
    const form = await member.openCardForm();
    await gateway.giveCard(form, goodCard);
    const answers = await Promise.all([
      member.finishCard(form.setupIntentId),
      member.finishCard(form.setupIntentId),
      member.tryCardAgain(),
      member.tryCardAgain(),
    ]);
    // One that found the same request still on its way is told to ask again; nobody is told of a payment that was not.
    for (const { status } of answers) expect([200, 503]).toContain(status);
    expect(await member.finishCard(form.setupIntentId)).toMatchObject(paid);
    expect(await member.tryCardAgain()).toMatchObject(paid);
    await gateway.deliver();
    expect(await member.paid()).toEqual([1_900, 1_900]);
  });
});
