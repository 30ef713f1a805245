import { statement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { titleInText } from "#server/mail/hostile-words.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";

/** To the creator: what waits for their answer, by lesson. Nothing that a buyer wrote stands in it. */
export async function renderSubmissionsWaiting(
  services: Services,
  { ownerId }: { ownerId: string },
): Promise<RenderedMail> {
  const { pool, clock } = services;
  const lessons = await selectWaiting(pool, ownerId, clock.now());
  const total = lessons[0]?.total ?? 0;
  if (total === 0) throw new MailRefused("Nothing waits for an answer any more");
  const intro =
    total === 1 ? "An assignment waits for your answer." : `${total} assignments wait for your answer.`;
  const lines = lessons.map(
    ({ count, lesson, course }) => `${count} × ${titleInText(lesson)} (${titleInText(course)})`,
  );
  const link = (await deskLinks(services, ownerId))("/admin?tab=customers&view=assignments");
  const footer = "You get this mail, at most once a day, because your courses have assignments on Openstall.";
  return {
    subject: total === 1 ? "An assignment waits for you" : `${total} assignments wait for you`,
    text: [intro, "", ...lines, "", "Open what was handed in:", link, "", footer].join("\n"),
    html: await mailPage({
      preview: intro,
      masthead: ourMasthead,
      title: "Handed in",
      children: [
        paragraph(intro),
        ...lines.map((line) => paragraph(line)),
        callToAction(link, "Open what was handed in"),
      ],
      footer,
    }),
  };
}

const selectWaiting = statement("courses_mail_waiting_submissions")<
  { lesson: string; course: string; count: number; total: number },
  [ownerId: string, now: Date]
>(`select l.title as lesson, p.title as course, waiting.count, waiting.total
     from (select s.lesson_id, s.product_id, count(*)::int as count, (sum(count(*)) over ())::int as total
             from assignment_submissions s
            where s.owner_id = $1 and s.state = 'SUBMITTED' and s.needs_answer
              and exists (select from ${openAccess("$2")} a where a.order_id = s.order_id and a.product_id = s.product_id)
            group by s.lesson_id, s.product_id order by min(s.submitted_at) limit 10) waiting
     join lessons l on l.id = waiting.lesson_id join products p on p.id = waiting.product_id`);
