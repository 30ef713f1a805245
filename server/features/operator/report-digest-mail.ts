import { statement } from "#server/database/statement.ts";
import { factsMail } from "#server/mail/layout/facts-mail.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

const mostStores = 20;

/**
 * To an operator: which stores were reported since then and how often, and how many sender names wait for a review. What was
 * said stands at the desk alone.
 */
export async function renderReportDigest(
  { pool, config }: Services,
  { since }: { since: string },
): Promise<RenderedMail> {
  const stores = await selectStores(pool, new Date(since));
  const total = stores[0]?.total ?? 0;
  const [counted] = await countNames(pool, new Date(since));
  const names = counted?.names ?? 0;
  if (total + names === 0) throw new MailRefused("Somebody has seen to the reports");
  const title = [
    ...(total > 0 ? [total === 1 ? "1 new report" : `${total} new reports`] : []),
    ...(names > 0 ? [names === 1 ? "1 sender name to review" : `${names} sender names to review`] : []),
  ].join(", ");
  return factsMail({
    title,
    paragraphs: [
      ...(total > 0
        ? ["Visitors reported stores of this installation in the last day, and nobody has seen to it yet."]
        : []),
      ...(names > 0 ? ["Creators asked you to approve the name that their emails come from."] : []),
    ],
    facts: stores.map(({ handle, count }) => ({ name: `@${handle}`, amount: `${count}` })),
    link: new URL(`/operator?view=${total > 0 ? "reports" : "names"}`, config.publicUrl).href,
    label: "Look at them",
    footer: "You get this mail because you run this installation, once a day at most.",
  });
}

const selectStores = statement("operator_select_digest")<
  { handle: string; count: number; total: number },
  [since: Date]
>(
  `select u.handle, count(*)::int as count, (sum(count(*)) over ())::int as total
     from abuse_reports r join users u on u.id = r.owner_id
    where r.closed_at is null and r.created_at > $1
    group by u.handle order by 2 desc, 1 limit ${mostStores}`,
);

const countNames = statement("operator_count_digest_names")<{ names: number }, [since: Date]>(
  "select count(*)::int as names from sender_name_reviews where state = 'OPEN' and created_at > $1",
);
