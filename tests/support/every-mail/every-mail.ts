import { randomUUID } from "node:crypto";
import { tokenPurposes } from "#server/database/schema/accounts.ts";
import { renderCode } from "#server/mail/code-mail.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import { allPromotions } from "#server/mail/promotions/all-promotions.ts";
import { getUnsubscribeWays } from "#server/mail/promotions/unsubscribe-link.ts";
import { renderMail } from "#server/mail/render-mail.ts";
import { makeCreator } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import { makeAccountMails } from "./account-mails.ts";
import { makeAppointmentMails } from "./appointment-mails.ts";
import { makeDeskMails } from "./desk-mails.ts";
import type { MailWordsOfPeople } from "./mail-words.ts";
import { makeMemberMails } from "./member-mails.ts";
import { makeOrderMails } from "./order-mails.ts";

export type SampleMail = { template: string; name: string; mail: RenderedMail };

/**
 * Every mail of the product as it would leave, with these words in each place where people write. With `worksElsewhere` every
 * creator is on the team of another store, too.
 */
export async function renderEveryMail(
  app: TestApp,
  words: MailWordsOfPeople,
  { worksElsewhere = false } = {},
): Promise<SampleMail[]> {
  const { services } = app;
  const { firstName, lastName, postalAddress } = words;
  const { id: ownerId } = await makeCreator(app, { firstName, lastName, postalAddress });
  const { outbox, promotions, email } = await makeDeskMails(app, ownerId, words);
  const samples: SampleMail[] = [];
  const mails = [
    ...(await makeOrderMails(app, ownerId, words)),
    ...(await makeAppointmentMails(app, ownerId, words)),
    ...(await makeMemberMails(app, ownerId, words)),
    ...(await makeAccountMails(app, ownerId, words)),
    ...outbox,
  ] as (readonly [string, object, string?])[];
  if (worksElsewhere) await joinAnotherTeam(app);
  for (const [template, data, name = template] of mails)
    samples.push({ template, name, mail: await renderMail(services, template, data) });
  const stop = await getUnsubscribeWays(services, services.pool, { ownerId, email }, services.clock.now());
  for (const [template, data, name] of promotions) {
    const promotion = { id: randomUUID(), ownerId, email, cartId: null };
    const { data: schema, render } = allPromotions[template] ?? {};
    if (!schema || !render) throw new Error(`there is no mail called ${template}`);
    const mail = await render(services, { ...promotion, data: schema.parse(data) }, stop);
    samples.push({ template, name, mail });
  }
  for (const purpose of tokenPurposes) {
    const link =
      purpose === "MEMBERSHIP_ACCESS" ? `http://localhost:3000/members#link=${"A".repeat(43)}` : undefined;
    const mail = await renderCode({ code: "048213", purpose, minutes: 10, link });
    samples.push({ template: purpose, name: purpose, mail });
  }
  return samples;
}

async function joinAnotherTeam(app: TestApp): Promise<void> {
  const other = await makeCreator(app);
  await app.services.pool.query(
    `insert into team_members (owner_id, user_id, role)
     select $1, id, 'SUPPORT' from users where id <> $1 and not is_platform`,
    [other.id],
  );
}
