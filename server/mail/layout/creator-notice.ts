import { titleInText } from "#server/mail/hostile-words.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import { factsMail } from "./facts-mail.ts";

type Notice = {
  title: string;
  paragraphs: string[];
  facts: { name: string; amount: string }[];
  orderId: string;
  orderNumber: number | null;
};

/** A mail to a creator about one of their orders: what happened, the facts, and the way to the order's page. */
export const creatorNotice = (
  publicUrl: URL,
  { title, paragraphs, facts, orderId, orderNumber }: Notice,
): Promise<RenderedMail> =>
  factsMail({
    title,
    paragraphs,
    facts: facts.map(({ name, amount }) => ({ name: titleInText(name), amount })),
    link: new URL(`/admin?tab=customers&order=${orderId}`, publicUrl).href,
    label: "Open the order",
    footer: `You get this mail because you sell on Openstall. Order ${orderNumber}`,
  });
