import type { RenderedMail } from "#server/mail/mailer.ts";
import { ourMasthead } from "./masthead.ts";
import { mailPage } from "./mail-page.ts";
import { amounts, callToAction, paragraph } from "./mail-parts.ts";

type FactsMail = {
  title: string;
  paragraphs: string[];
  facts: { name: string; amount: string }[];
  /** Said after the facts. */
  closing?: string;
  /** Where the way on leads, and what it is called. */
  link: string;
  label: string;
  footer: string;
};

/** A mail of ours: what happened, its facts, and one way on. Its subject is its title. */
export async function factsMail({
  title,
  paragraphs,
  facts,
  closing,
  link,
  label,
  footer,
}: FactsMail): Promise<RenderedMail> {
  const end = closing === undefined ? [] : [closing];
  return {
    subject: title,
    text: [
      ...paragraphs,
      "",
      ...facts.map(({ name, amount }) => `${name}: ${amount}`),
      "",
      ...end.flatMap((text) => [text, ""]),
      `${label}:`,
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
        amounts(facts),
        ...end.map((text) => paragraph(text)),
        callToAction(link, label),
      ],
      footer,
    }),
  };
}
