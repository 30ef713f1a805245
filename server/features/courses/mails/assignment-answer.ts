import { coursePath } from "#contract/courses/course-path.ts";
import { statement } from "#server/database/statement.ts";
import { openAccess } from "#server/features/access/open-access.ts";
import { inertText, titleInSubject, titleInText } from "#server/mail/hostile-words.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, sellerOf, type Seller } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { keyedToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";

/** To the buyer: the creator has answered what they handed in. */
export async function renderAssignmentAnswer(
  { pool, config, secret, clock }: Services,
  { submissionId }: { submissionId: string },
): Promise<RenderedMail> {
  const [answered] = await selectAnswered(pool, submissionId, clock.now());
  if (!answered) throw new MailRefused("The answer is gone, or its course is no longer open");
  const { creator, shop, masthead, from } = onBehalfOf(answered.seller, config);
  const isAccepted = answered.state === "ACCEPTED";
  const lesson = titleInText(answered.lesson);
  const title = isAccepted ? "Your assignment is accepted" : "Your assignment: please try again";
  const intro = isAccepted
    ? `${creator} has accepted what you handed in for ${lesson}.`
    : `${creator} has read what you handed in for ${lesson}, and asks for another try.`;
  const words = [intro, ...(answered.answer ? [`${creator} wrote: ${inertText(answered.answer)}`] : [])];
  const { slug, lessonSlug, seller } = answered;
  const link = new URL(coursePath(seller.handle, { slug, lesson: lessonSlug }), config.publicUrl);
  link.hash = `order=${answered.orderId}&rt=${keyedToken(secret, "receipt", answered.orderId)}`;
  const footer = `You get this mail because you handed in an assignment to ${shop}.`;
  return {
    subject: `${title}: ${titleInSubject(answered.lesson)}`,
    ...from,
    text: [...words.flatMap((text) => [text, ""]), "Open the lesson:", link.href, "", footer].join("\n"),
    html: await mailPage({
      preview: intro,
      masthead,
      title,
      children: [...words.map((text) => paragraph(text)), callToAction(link.href, "Open the lesson")],
      footer,
    }),
  };
}

type Answered = {
  state: string;
  answer: string;
  orderId: string;
  lesson: string;
  lessonSlug: string;
  slug: string;
  seller: Seller;
};

const selectAnswered = statement("courses_mail_assignment_answer")<
  Answered,
  [submissionId: string, now: Date]
>(`select s.state, s.order_id as "orderId", l.title as lesson, l.slug as "lessonSlug", p.slug, ${sellerOf("u")} as seller,
          -- To an address that anybody may have typed the creator's words do not go: the lesson has them.
          case when o.total_cents > 0 or o.address_proven then s.answer else '' end as answer
     from assignment_submissions s
     join lessons l on l.id = s.lesson_id
     join products p on p.id = s.product_id
     join users u on u.id = s.owner_id
     join orders o on o.id = s.order_id
    where s.id = $1 and s.answered_at is not null
      and exists (select from ${openAccess("$2")} a where a.order_id = s.order_id and a.product_id = s.product_id)`);
