import type pg from "pg";
import { statement } from "#server/database/statement.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Promotion } from "#server/mail/promotions/promotion-template.ts";
import type { UnsubscribeWays } from "#server/mail/promotions/unsubscribe-link.ts";
import type { Services } from "#server/services.ts";
import { type ComposedMailing, composeMailing, findMailingParts } from "./compose-mailing.ts";
import { keepForAMinute } from "./keep-for-a-minute.ts";
import { readerMark } from "./reader-mark.ts";

type Needs = Pick<Services, "pool" | "config" | "clock">;
/** Without a link where its product was deleted since: then it is the store's. */
type Ready = ComposedMailing & { link: string | undefined };

const keepReady = keepForAMinute<Ready>();

/** The mail of one recipient, of a mailing that was compiled once. */
export async function renderMailing(
  services: Needs,
  { id, data }: Promotion<{ mailingId: string; name: string }>,
  unsubscribe: UnsubscribeWays,
): Promise<RenderedMail> {
  const { compiled, product, code, link } = await keepReady(data.mailingId, () =>
    makeReady(services, data.mailingId),
  );
  const mark = readerMark(id);
  const { fill } = compiled;
  return fill({
    name: data.name,
    product,
    code,
    link: link === undefined ? null : link + mark,
    mark,
    unsubscribe,
  });
}

async function makeReady(services: Needs, mailingId: string): Promise<Ready> {
  const { pool, config, clock } = services;
  const parts = await findMailingParts(pool, mailingId, clock.now());
  if (!parts) throw new MailRefused("The mailing is no more");
  const links = await linksOf(pool, mailingId);
  const addressOf = (path: string) => {
    const code = links.get(path);
    return code === undefined ? undefined : new URL(`/r/${code}`, config.publicUrl).href;
  };
  const composed = await composeMailing(services, parts, addressOf);
  return { ...composed, link: addressOf(composed.linkPath) };
}

async function linksOf(pool: pg.Pool, mailingId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await selectLinks(pool, mailingId);
  return new Map(rows.map(({ target, code }) => [target, code]));
}

const selectLinks = statement("mailings_select_links")<{ target: string; code: string }, [mailingId: string]>(
  "select coalesce(target, '') as target, code from reply_links where mailing_id = $1",
);
