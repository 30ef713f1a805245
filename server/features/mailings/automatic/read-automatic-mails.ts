import type { AutomaticMail, AutomaticMailSummary } from "#contract/mailings/automatic-mails.ts";
import { statement } from "#server/database/statement.ts";
import { NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

type Pool = Pick<Services, "pool">;

/** Of one creator. */
export const mostMails = 200;

/** The creator's automatic mails: those of everything first, then those of products by their titles. */
export const listAutomaticMails = ({ pool }: Pool, ownerId: string): Promise<AutomaticMailSummary[]> =>
  selectAll(pool, ownerId, mostMails);

/** One of them. Throws 404 for any other id. */
export async function getAutomaticMail({ pool }: Pool, ownerId: string, id: string): Promise<AutomaticMail> {
  const [mail] = await selectOne(pool, ownerId, id);
  if (!mail) throw NotFound("Automatic mail not found");
  return { ...mail, skipped: mail.skipped ?? [] };
}

const summary = `a.id, a.kind, a.days, a.subject, a.switched_on_at as "switchedOnAt",
  case when p.id is not null then json_build_object('id', p.id, 'title', p.title) end as product,
  (select json_build_object('sent', coalesce(sum(n) filter (where state = 'SENT'), 0), 'skipped', coalesce(sum(n) filter (where state = 'SKIPPED'), 0),
            'failed', coalesce(sum(n) filter (where state = 'FAILED'), 0), 'unknown', coalesce(sum(n) filter (where state = 'UNKNOWN'), 0),
            'waiting', coalesce(sum(n) filter (where state in ('QUEUED', 'CLAIMED')), 0))
     from (select r.state, count(*) as n from promotions r where r.automatic_mail_id = a.id group by r.state) states) as outcomes`;

const selectAll = statement("automatic_mails_select_all")<
  AutomaticMailSummary,
  [ownerId: string, atMost: number]
>(
  `select ${summary} from automatic_mails a left join products p on p.id = a.product_id
    where a.owner_id = $1 order by a.kind, p.title nulls first, a.id limit $2`,
);

const selectOne = statement("automatic_mails_select")<
  Omit<AutomaticMail, "skipped"> & { skipped: AutomaticMail["skipped"] | null },
  [ownerId: string, id: string]
>(
  `select ${summary}, a.content, a.offer_product_id as "offerProductId", a.coupon_id as "couponId", a.revision,
          (select json_agg(json_build_object('reason', reason, 'people', people) order by people desc, reason)
             from (select r.reason, count(*) as people from promotions r
                    where r.automatic_mail_id = a.id and r.state = 'SKIPPED' group by 1 order by 2 desc limit 20) reasons) as skipped
     from automatic_mails a left join products p on p.id = a.product_id
    where a.owner_id = $1 and a.id = $2`,
);
