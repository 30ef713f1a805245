import type { Audience } from "#contract/mailings/audience.ts";
import { createMailing, type MailingInput, scheduleMailing } from "#contract/mailings/mailings.ts";
import { subscribers } from "#server/database/schema/mailing-lists.ts";
import { startMailings } from "#server/features/mailings/start-mailings.ts";
import { makeCreator, makeProduct } from "./factories.ts";
import { makeOrder } from "./order-factory.ts";
import type { TestApp } from "./test-app.ts";

/** A creator who may advertise, and has sold for more than the limits on strangers. */
export async function makeTrustedCreator(app: TestApp) {
  const creator = await makeCreator(app, { postalAddress: "Main St 1\nSpringfield" });
  const product = await makeProduct(app, { ownerId: creator.id, priceCents: 50_000, title: "Earlier" });
  await makeOrder(app, { items: [{ product }], email: `first-${creator.id}@example.com` });
  return creator;
}

export async function makeSubscriber({ services: { db }, clock }: TestApp, ownerId: string, email: string) {
  await db
    .insert(subscribers)
    .values({ ownerId, email, state: "SUBSCRIBED", consentText: "Yes", confirmedAt: clock.now() });
}

export const paragraphs = (...texts: string[]): MailingInput["content"] => ({
  type: "doc",
  content: texts.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
});

/** A draft that may be sent. */
export async function makeMailing(
  app: TestApp,
  creator: { id: string },
  fields: Partial<MailingInput> & { audience?: Audience } = {},
) {
  const { status, body, text } = await app.as(creator).call(createMailing, {
    body: {
      subject: "News",
      content: paragraphs("Hi {first_name}, here is what is new this month."),
      ...fields,
    },
  });
  if (status !== 201) throw new Error(`the mailing was refused: ${text}`);
  return body;
}

/** Sends a draft now: whom it goes to is fixed, and nothing has left yet. */
export async function startNow(
  app: TestApp,
  creator: { id: string },
  { id, revision }: { id: string; revision: number },
) {
  const answer = await app
    .as(creator)
    .call(scheduleMailing, { params: { id }, body: { revision, schedule: null } });
  if (answer.status !== 200) throw new Error(`it was not scheduled: ${answer.text}`);
  await startMailings(app.services);
}
