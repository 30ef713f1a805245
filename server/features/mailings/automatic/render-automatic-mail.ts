import { statement } from "#server/database/statement.ts";
import { type ComposedMailing, composeMailing } from "#server/features/mailings/compose-mailing.ts";
import { keepForAMinute } from "#server/features/mailings/keep-for-a-minute.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { UnsubscribeWays } from "#server/mail/promotions/unsubscribe-link.ts";
import type { Services } from "#server/services.ts";
import type { AutomaticData } from "./automatic-data.ts";
import { findAutomaticParts } from "./automatic-parts.ts";

type Needs = Pick<Services, "pool" | "config" | "clock">;

const keepReady = keepForAMinute<ComposedMailing>();

/** The mail of one recipient, in the words of now. */
export async function renderAutomaticMail(
  services: Needs,
  { automaticMailId, name, productId }: AutomaticData,
  unsubscribe: UnsubscribeWays,
): Promise<RenderedMail> {
  const { pool, config } = services;
  const [now] = await selectNow(pool, automaticMailId, productId);
  if (!now) throw new MailRefused("The mail is no more");
  // Whatever was changed makes another one.
  const { compiled, linkPath, product, code } = await keepReady(`${automaticMailId} ${now.revision}`, () =>
    makeReady(services, automaticMailId),
  );
  const { fill } = compiled;
  return fill({
    name,
    product: now.title ?? product,
    code,
    link: new URL(linkPath, config.publicUrl).href,
    unsubscribe,
  });
}

async function makeReady(services: Needs, id: string): Promise<ComposedMailing> {
  const parts = await findAutomaticParts(services.pool, id, services.clock.now());
  if (!parts) throw new MailRefused("The mail is no more");
  return composeMailing(services, parts);
}

const selectNow = statement("automatic_mails_select_now")<
  { revision: number; title: string | null },
  [id: string, productId: string | null]
>(
  `select a.revision, (select p.title from products p where p.id = $2::uuid and p.owner_id = a.owner_id) as title
     from automatic_mails a where a.id = $1`,
);
