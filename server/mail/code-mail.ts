import type { tokenPurposes } from "#server/database/schema/accounts.ts";
import type { RenderedMail } from "#server/mail/mailer.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { mailPage } from "./layout/mail-page.ts";
import { callToAction, codePanel, note, paragraph } from "./layout/mail-parts.ts";

export type CodePurpose = (typeof tokenPurposes)[number];

const words: Record<CodePurpose, { subject: string; title: string; reason: string }> = {
  CREATOR_SIGN_IN: {
    subject: "is your Openstall sign-in code",
    title: "Sign in to Openstall",
    reason: "Enter this code to sign in to your Openstall account.",
  },
  CREATOR_CONFIRM: {
    subject: "is your Openstall confirmation code",
    title: "Confirm that it is you",
    reason:
      "Somebody who is signed in to your account wants to do something that asks for you. Enter this code to confirm that it is you.",
  },
  EMAIL_CHANGE: {
    subject: "is your Openstall code for a new address",
    title: "Use this address for your account",
    reason: "Enter this code to make this the address of your Openstall account.",
  },
  MEMBERSHIP_ACCESS: {
    subject: "is your Openstall access code",
    title: "Open your purchases",
    reason: "Enter this code to open everything you have bought with this address.",
  },
  ADDRESS_CORRECTION: {
    subject: "is your Openstall code",
    title: "Correct your address",
    reason:
      "Enter this code on the page of your order. Its receipt and what you bought will then come to this address.",
  },
  DOWNLOAD_ACCESS: {
    subject: "is your Openstall download code",
    title: "Open your downloads",
    reason: "Enter this code to open the downloads you have bought with this address.",
  },
};

/** The mail with a one-time code; the code is the only number of six digits in it, in HTML and in text. */
export async function renderCode({
  code,
  purpose,
  minutes,
  link,
}: {
  code: string;
  purpose: CodePurpose;
  minutes: number;
  link?: string | undefined;
}): Promise<RenderedMail> {
  const { subject, title, reason } = words[purpose];
  const validity = `It works once, for ${minutes} minutes, in the browser that asked for it.`;
  const linkReason = `Or press this link and then the button on its page, in any browser. It works once, for ${minutes} minutes.`;
  const warning = `If you did not ask for it, ignore this mail: without the code${link ? " or the link" : ""} nothing happens. Never give it to anyone.`;
  return {
    // Phones show it, and fill it in, from the notification.
    subject: `${code} ${subject}`,
    text: [
      title,
      "",
      reason,
      "",
      code,
      "",
      validity,
      ...(link ? ["", linkReason, link] : []),
      "",
      warning,
      "",
      "Openstall",
    ].join("\n"),
    html: await mailPage({
      preview: `${code} is your code. ${validity}`,
      masthead: ourMasthead,
      title,
      children: [
        paragraph(reason),
        codePanel(code),
        paragraph(validity),
        ...(link ? [paragraph(linkReason), callToAction(link, title)] : []),
        note(warning),
      ],
      footer: "You get this mail because someone entered your address on Openstall.",
    }),
  };
}
