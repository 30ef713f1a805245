import type { RenderedMail } from "#server/mail/mailer.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { mailPage } from "./layout/mail-page.ts";
import { callToAction, note, paragraph } from "./layout/mail-parts.ts";

const title = "Emailed codes are off for your account";
const said =
  "Someone asked for a code to sign in to your Openstall account. You turned emailed codes off, so we didn't send one.";
const instead = "Sign in with a passkey, or choose Use a recovery code on the sign-in page.";
const warning =
  "If this wasn't you, there's nothing to do: without a passkey or a recovery code nobody gets in.";

/** To the owner of an account with emailed codes off, in place of a code. */
export async function renderCodesOff(signInLink: string): Promise<RenderedMail> {
  return {
    subject: title,
    text: [title, "", said, "", instead, signInLink, "", warning, "", "Openstall"].join("\n"),
    html: await mailPage({
      preview: said,
      masthead: ourMasthead,
      title,
      children: [paragraph(said), paragraph(instead), callToAction(signInLink, "Sign in"), note(warning)],
      footer: "You get this email because someone entered your address on Openstall.",
    }),
  };
}
