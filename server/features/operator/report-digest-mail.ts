import { statement } from "#server/database/statement.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { amounts, callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";

const mostStores = 20;

/** To an operator: which stores were reported since then, and how often. What was said stands at the desk alone. */
export async function renderReportDigest(
  { pool, config }: Services,
  { since }: { since: string },
): Promise<RenderedMail> {
  const stores = await selectStores(pool, new Date(since));
  const total = stores[0]?.total ?? 0;
  if (total === 0) throw new MailRefused("Somebody has seen to the reports");
  const title = total === 1 ? "1 new report" : `${total} new reports`;
  const said =
    "Visitors reported stores of this installation in the last day, and nobody has seen to it yet.";
  const link = new URL("/operator?view=reports", config.publicUrl).href;
  const rows = stores.map(({ handle, count }) => ({ name: `@${handle}`, amount: `${count}` }));
  const footer = "You get this mail because you run this installation, once a day at most.";
  return {
    subject: title,
    text: [
      said,
      "",
      ...rows.map(({ name, amount }) => `${name}: ${amount}`),
      "",
      "Look at them:",
      link,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: said,
      masthead: ourMasthead,
      title,
      children: [paragraph(said), amounts(rows), callToAction(link, "Look at them")],
      footer,
    }),
  };
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
