import { documentOfText } from "#contract/document/document-of-text.ts";
import type { MailPlaceholder } from "#contract/document/mail-placeholders.ts";

/** Mails of a sequence. */
export const stepsAtMost = 5;

/** What may stand in the subject of a mail about a cart, as `{product}`. */
export const cartSubjectPlaceholders: readonly MailPlaceholder[] = [
  "first_name",
  "product",
  "store",
  "price",
  "code",
];

/** The same for its text. */
export const cartPlaceholders: readonly MailPlaceholder[] = [...cartSubjectPlaceholders, "link"];

const template = (name: string, subject: string, text: string) => ({
  name,
  subject,
  text,
  content: documentOfText(text),
});

/** Texts to begin a mail from. */
export const cartTemplates = [
  template(
    "Still thinking?",
    "You left {product}",
    "Hi {first_name},\n\nyou had {product} in the checkout of {store} and did not finish. All that you chose is kept: the button below leads back to it.\n\nIf something was unclear, answer this mail.",
  ),
  template(
    "Payment failed",
    "Your payment for {product} did not go through",
    "Hi {first_name},\n\nyour bank did not accept the payment for {product}, so nothing was charged. That happens, mostly for a reason that is quickly put right.\n\nAll that you chose is kept: try again with the same card or another one.",
  ),
  template(
    "One more look",
    "{product} is still here",
    "Hi {first_name},\n\n{product} is still kept for you at {price}. If you were unsure whether it is right for you, answer this mail and ask.",
  ),
  template(
    "With a discount",
    "Something off {product}",
    "Hi {first_name},\n\nif the price made you wait: {code} takes something off {product}. It is yours alone and works once.",
  ),
  template(
    "The last word",
    "Shall we let {product} go?",
    "Hi {first_name},\n\nthis is the last time that we write about {product}. The button leads back to what you had chosen.",
  ),
] as const;
