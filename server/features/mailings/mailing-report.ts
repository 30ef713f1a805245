import type { z } from "zod";
import type {
  listRecipients as listing,
  MailingReport,
  RecipientOutcome,
} from "#contract/mailings/mailing-report.ts";
import type { MailingOutcomes } from "#contract/mailings/mailings.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import { isErasedAddress } from "#server/mail/erased-address.ts";
import type { Services } from "#server/services.ts";
import { getMailing, outcomesOf } from "./read-mailings.ts";

type Pool = Pick<Services, "pool">;
type Page = z.output<(typeof listing)["schema"]["response"][200]>;
type Asked = z.output<(typeof listing)["schema"]["querystring"]>;

/** What became of a mailing's people, and what it earned: of its orders as they are now. Throws 404 for one that has not begun. */
export async function getMailingReport({ pool }: Pool, ownerId: string, id: string): Promise<MailingReport> {
  const [row] = await selectReport(pool, ownerId, id);
  if (!row?.outcomes) throw NotFound("This mailing has not begun");
  const { outcomes, clicks, reasons, links } = row;
  const of = (state: string) =>
    (reasons ?? []).flatMap((group) =>
      group.state === state ? [{ reason: group.reason ?? "No reason was given", people: group.people }] : [],
    );
  return {
    outcomes,
    skipped: of("SKIPPED"),
    failed: of("FAILED"),
    clicks,
    orders: links?.reduce((sum, link) => sum + link.orders, 0) ?? 0,
    netRevenueCents: links?.reduce((sum, link) => sum + link.netRevenueCents, 0) ?? 0,
    links: links ?? [],
  };
}

const perPage = 50;
const first = "00000000-0000-0000-0000-000000000000";

/** A page of the people of a mailing that has begun. Throws 404. */
export async function listRecipients(
  { pool }: Pool,
  ownerId: string,
  id: string,
  { outcome, cursor = first }: Asked,
): Promise<Page> {
  await getMailing({ pool }, ownerId, id);
  const states = outcome === undefined ? Object.values(statesOf).flat() : statesOf[outcome];
  const rows = await selectRecipients(pool, id, states, cursor, perPage + 1);
  const page = rows.slice(0, perPage);
  return {
    recipients: page.map(({ email, state, ...rest }) => ({
      ...rest,
      email: isErasedAddress(email) ? null : email,
      outcome: outcomeOf(state),
    })),
    nextCursor: rows.length > perPage ? (page.at(-1)?.id ?? null) : null,
  };
}

const statesOf: Record<RecipientOutcome, string[]> = {
  sent: ["SENT"],
  skipped: ["SKIPPED"],
  failed: ["FAILED"],
  unknown: ["UNKNOWN"],
  waiting: ["QUEUED", "CLAIMED"],
};

const outcomeOf = (state: string): RecipientOutcome =>
  (Object.entries(statesOf) as [RecipientOutcome, string[]][]).find(([, states]) =>
    states.includes(state),
  )?.[0] ?? "waiting";

type Reasons = { state: string; reason: string | null; people: number }[];

const selectReport = statement("mailings_select_report")<
  {
    outcomes: MailingOutcomes | null;
    clicks: number;
    reasons: Reasons | null;
    links: MailingReport["links"] | null;
  },
  [ownerId: string, id: string]
>(`select ${outcomesOf("m")} as outcomes,
          (select count(distinct c.promotion_id)::int from reply_links l join mailing_clicks c on c.link_id = l.id
            where l.mailing_id = m.id) as clicks,
          (select json_agg(json_build_object('state', state, 'reason', reason, 'people', people) order by people desc, reason)
             from (select state, reason, count(*) as people from promotions
                    where mailing_id = m.id and state in ('SKIPPED', 'FAILED') group by 1, 2 order by 3 desc limit 50) r) as reasons,
          (select json_agg(json_build_object('target', l.target, 'productTitle', p.title, 'clicks', l.clicks, 'orders', earned.orders, 'netRevenueCents', earned.cents)
                           order by earned.cents desc, l.clicks desc, l.target)
             from reply_links l
             left join products p on p.owner_id = m.owner_id
              and p.id = case when l.target ~ '^/checkout/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' then substr(l.target, 11, 36)::uuid end
             cross join lateral (
               select count(*) as orders, coalesce(sum(o.total_cents - o.refunded_cents), 0) as cents
                 from order_attributions a join orders o on o.id = a.order_id where a.link_id = l.id) earned
            where l.mailing_id = m.id) as links
     from mailings m where m.owner_id = $1 and m.id = $2`);

const selectRecipients = statement("mailings_select_recipients")<
  { id: string; email: string; state: string; reason: string | null; at: Date; hasClicked: boolean },
  [mailingId: string, states: string[], after: string, atMost: number]
>(`select p.id, p.email, p.state, p.reason, coalesce(p.settled_at, p.claimed_at, p.due_at) as at,
          exists (select from mailing_clicks c where c.promotion_id = p.id) as "hasClicked"
     from promotions p
    where p.mailing_id = $1 and p.state = any ($2::text[]) and p.id > $3::uuid
    order by p.id limit $4`);
