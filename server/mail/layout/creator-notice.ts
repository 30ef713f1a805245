import { titleInText } from "#server/mail/hostile-words.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import type { Services } from "#server/services.ts";
import { deskLinks } from "./desk-links.ts";
import { factsMail } from "./facts-mail.ts";

type Notice = {
  ownerId: string;
  title: string;
  paragraphs: string[];
  facts: { name: string; amount: string }[];
  orderId: string;
  orderNumber: number | null;
};

/** A mail to a creator about one of their orders: what happened, the facts, and the way to the order's page. */
export const creatorNotice = async (
  services: Pick<Services, "pool" | "config">,
  { ownerId, title, paragraphs, facts, orderId, orderNumber }: Notice,
): Promise<RenderedMail> =>
  factsMail({
    title,
    paragraphs,
    facts: facts.map(({ name, amount }) => ({ name: titleInText(name), amount })),
    link: (await deskLinks(services, ownerId))(`/admin?tab=customers&order=${orderId}`),
    label: "Open the order",
    footer: `You get this mail because you sell on Openstall. Order ${orderNumber}`,
  });
