import { titleInText } from "#server/mail/hostile-words.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { renderBuyerWork } from "./buyer-work-mail.ts";
import { getMailedWork } from "./mailed-work.ts";

/** To the buyer: something was delivered. What its creator wrote stands in the order alone. Refused where that is not open. */
export async function renderWorkDelivered(
  services: Services,
  data: { orderItemId: string; deliveryId: string },
): Promise<RenderedMail> {
  const work = await getMailedWork(
    services,
    data,
    ({ deliveryNumber, isOpen }) => deliveryNumber !== null && isOpen,
  );
  const again = (work.deliveryNumber ?? 1) > 1;
  const title = titleInText(work.title);
  return renderBuyerWork(services, work, {
    heading: again ? "Delivered again" : "Delivered",
    words: (creator) => [
      again ? `${creator} has delivered ${title} again.` : `${creator} has delivered ${title}.`,
      work.fileCount === 0
        ? "Read in your order what they write."
        : `${work.fileCount === 1 ? "A file waits" : `${work.fileCount} files wait`} for you in your order.`,
    ],
    label: "Open your order",
  });
}
