import { titleInText } from "#server/mail/hostile-words.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { renderBuyerWork } from "./buyer-work-mail.ts";
import { getMailedWork } from "./mailed-work.ts";

/** To the buyer, once: the brief of their service is waited for. Refused once it is there, or the order is not open. */
export async function renderBriefReminder(
  services: Services,
  data: { orderItemId: string },
): Promise<RenderedMail> {
  const work = await getMailedWork(services, data, ({ state, isOpen }) => state === "WAITING" && isOpen);
  return renderBuyerWork(services, work, {
    heading: "Your brief is waited for",
    words: (creator) => [
      `${creator} begins with ${titleInText(work.title)} once you have answered a few questions.`,
    ],
    label: "Answer the questions",
  });
}
