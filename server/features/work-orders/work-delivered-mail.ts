import { inertText, titleInText } from "#server/mail/hostile-words.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { renderBuyerWork } from "./buyer-work-mail.ts";
import { getMailedWork } from "./mailed-work.ts";

/** To the buyer: something was delivered. Refused where its order is not open. */
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
  const message = inertText(work.message.trim());
  return renderBuyerWork(services, work, {
    heading: again ? "Delivered again" : "Delivered",
    words: (creator) => [
      again ? `${creator} has delivered ${title} again.` : `${creator} has delivered ${title}.`,
      ...(message ? [`${creator} wrote:`, ...message.split("\n").filter(Boolean)] : []),
      ...(work.fileCount > 0
        ? [`${work.fileCount === 1 ? "A file waits" : `${work.fileCount} files wait`} for you in your order.`]
        : message
          ? []
          : ["Read in your order what they write."]),
    ],
    label: "Open your order",
  });
}
