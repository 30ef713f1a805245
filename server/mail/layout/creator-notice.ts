import { titleInText } from "#server/mail/hostile-words.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import { ourMasthead } from "./masthead.ts";
import { mailPage } from "./mail-page.ts";
import { amounts, callToAction, paragraph } from "./mail-parts.ts";

type Notice = {
  title: string;
  paragraphs: string[];
  facts: { name: string; amount: string }[];
  orderId: string;
  orderNumber: number | null;
};

/** A mail to a creator about one of their orders: what happened, the facts, and the way to the order's page. */
export async function creatorNotice(
  publicUrl: URL,
  { title, paragraphs, facts, orderId, orderNumber }: Notice,
): Promise<RenderedMail> {
  const link = new URL(`/admin?tab=customers&order=${orderId}`, publicUrl).href;
  const footer = `You get this mail because you sell on Openstall. Order ${orderNumber}`;
  const lines = facts.map(({ name, amount }) => ({ name: titleInText(name), amount }));
  return {
    subject: title,
    text: [
      ...paragraphs,
      "",
      ...lines.map(({ name, amount }) => `${name}: ${amount}`),
      "",
      "Open the order:",
      link,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: paragraphs[0] ?? title,
      masthead: ourMasthead,
      title,
      children: [
        ...paragraphs.map((text) => paragraph(text)),
        amounts(lines),
        callToAction(link, "Open the order"),
      ],
      footer,
    }),
  };
}
