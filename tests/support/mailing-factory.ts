import { randomUUID } from "node:crypto";
import type { Audience } from "#contract/mailings/audience.ts";
import { getMailingReport } from "#contract/mailings/mailing-report.ts";
import { createMailing, type MailingInput, scheduleMailing } from "#contract/mailings/mailings.ts";
import { subscribers } from "#server/database/schema/mailing-lists.ts";
import { startMailings } from "#server/features/mailings/start-mailings.ts";
import type { Mail } from "#server/mail/mailer.ts";
import { sendPromotions } from "#server/mail/promotions/send-promotions.ts";
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

export const someone = () => `p-${randomUUID()}@example.com`;

/** What tests of mailings share: a mail server that keeps what it was given, buyers, and what became of a mailing. */
export function openMailings(app: TestApp) {
  const sent: Mail[] = [];
  const services = { ...app.services, mailer: { send: async (mail: Mail) => void sent.push(mail) } };
  return {
    sent,
    services,
    send: () => sendPromotions(services, undefined),
    /** Before each test: nothing was sent, and nothing waits. */
    async reset() {
      sent.length = 0;
      await app.services.pool.query("delete from promotions");
    },
    async buyer(product: Awaited<ReturnType<typeof makeProduct>>, email = someone(), fields = {}) {
      await makeOrder(app, { items: [{ product }], email, ...fields });
      return email;
    },
    reportOf: async (creator: { id: string }, id: string) =>
      (await app.as(creator).call(getMailingReport, { params: { id } })).body,
  };
}
