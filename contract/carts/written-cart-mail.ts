import { isBlank } from "#contract/document/is-blank.ts";
import { linksOf } from "#contract/document/links-of.ts";
import { mailPlaceholderProblem } from "#contract/document/mail-placeholders.ts";
import { cartMailLimits } from "#contract/document/read-document.ts";
import { richText } from "#contract/document/rich-text.ts";
import { oneLine } from "#contract/values.ts";
import { cartPlaceholders, cartSubjectPlaceholders } from "./cart-texts.ts";

export const CartSubject = oneLine(120, "A subject is required").superRefine((subject, context) => {
  const message = mailPlaceholderProblem(subject, cartSubjectPlaceholders);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/**
 * The text of a mail about a cart. Anybody may type any address into a checkout: what such a mail says leads to pages of
 * this site, and nowhere else.
 */
export const CartContent = richText(cartMailLimits).superRefine((document, context) => {
  const message = isBlank(document)
    ? "A text is required"
    : linksOf(document).some((href) => !href.startsWith("/"))
      ? "Links of these mails lead to their checkout, or to a page of this site like /u/you"
      : mailPlaceholderProblem(document, cartPlaceholders);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/** Both as they are being written: what is not there yet, or may not be sent, keeps nobody from going on. */
export const DraftSubject = oneLine(120);
export const DraftContent = richText(cartMailLimits);
