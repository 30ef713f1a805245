import { statement } from "#server/database/statement.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, codePanel, note, paragraph, textLink } from "#server/mail/layout/mail-parts.ts";
import { onBehalfOf, type Seller, sellerOf } from "#server/mail/layout/seller.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { unsubscribeWays } from "#server/mail/promotions/unsubscribe-link.ts";
import type { Services } from "#server/services.ts";
import { confirmCode, confirmToken } from "./subscription-links.ts";

/**
 * Asks whether an address wants a creator's mails. It offers nothing and shows nothing of the store: before the address has
 * said yes, that would be advertising. Refused once it is answered, or asked again.
 */
export async function renderConfirmation(
  { pool, config, secret }: Services,
  { subscriberId: id, round }: { subscriberId: string; round: number },
): Promise<RenderedMail> {
  const [asked] = await selectAsked(pool, id, round);
  if (!asked) throw new MailRefused("It is confirmed, unsubscribed or asked anew already");
  const { creator, masthead, from } = onBehalfOf(asked.seller, config);
  const code = confirmCode(secret, { id, round });
  const page = new URL(`/u/${asked.seller.handle}/join`, config.publicUrl);
  // In the fragment, which reaches no server and no log; the page asks for a press before it uses it.
  page.hash = `confirm=${confirmToken(secret, { id, round })}`;
  const stop = unsubscribeWays({ config, secret }, id);
  const reason = `Somebody, most likely you, asked for mails from ${creator} to this address. Enter this code on the page where you asked:`;
  const other = "Or press this link and then the button on its page. Both work for 14 days.";
  const warning = "If it was not you, do nothing: without the code or the link you get no more mail.";
  const stopWords = `Never ask me again for ${creator}`;
  const footer = `You get this mail because this address was entered on the page of ${creator} (/u/${asked.seller.handle})${masthead.isPoweredBy ? " on Openstall" : ""}.`;
  return {
    subject: `${code} confirms that you want mails from ${creator}`,
    ...from,
    headers: {
      "List-Unsubscribe": `<${stop.oneClick}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    text: [
      reason,
      "",
      code,
      "",
      other,
      page.href,
      "",
      warning,
      "",
      `${stopWords}:`,
      stop.page,
      "",
      footer,
    ].join("\n"),
    html: await mailPage({
      preview: `${code} is your code.`,
      // Neither picture nor colours of the store.
      masthead: { ...ourMasthead, name: creator },
      title: "Confirm your address",
      children: [
        paragraph(reason),
        codePanel(code),
        paragraph(other),
        callToAction(page.href, "Confirm my address"),
        note(warning),
        note(textLink(stop.page, stopWords)),
      ],
      footer,
    }),
  };
}

const selectAsked = statement("mailing_list_mail_asked")<{ seller: Seller }, [id: string, round: number]>(
  `select ${sellerOf("u")} as seller from subscribers b join users u on u.id = b.owner_id
    where b.id = $1 and b.round = $2 and b.state <> 'SUBSCRIBED'`,
);
