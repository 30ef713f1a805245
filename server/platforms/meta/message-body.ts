import type { OutgoingMessage } from "#server/platforms/social-platform.ts";

/** A button's text has fewer characters than a message, and its title fewer still. */
const maxTemplateText = 640;
const maxTitle = 20;

/** Instagram counts the bytes of a text, Messenger its characters. */
export const maxTexts = {
  INSTAGRAM: { length: 1_000, unit: "BYTES" },
  FACEBOOK: { length: 2_000, unit: "CHARACTERS" },
} as const;
type MaxText = (typeof maxTexts)[keyof typeof maxTexts];

/**
 * The message as the Send API takes it: a text, or a text with a button. A text too long for a button has the link written
 * behind it; where that is too long as well, the button's text is cut. Undefined: the text alone is too long to be sent.
 */
export function messageOf(
  { text, button }: Pick<OutgoingMessage, "text" | "button">,
  maxText: MaxText,
): object | undefined {
  if (!fits(text, maxText)) return undefined;
  if (!button) return { text };
  if (text.length > maxTemplateText) {
    const withLink = writtenOut(text, button.url);
    if (fits(withLink, maxText)) return { text: withLink };
  }
  return {
    attachment: {
      type: "template",
      payload: {
        template_type: "button",
        text: cut(text, maxTemplateText),
        buttons: [{ type: "web_url", url: button.url, title: cut(button.title, maxTitle) }],
      },
    },
  };
}

export const writtenOut = (text: string, url: string): string => `${text}\n\n${url}`;

const fits = (text: string, { length, unit }: MaxText) =>
  (unit === "BYTES" ? Buffer.byteLength(text) : text.length) <= length;

/** Never in the middle of a character as people see it. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  let kept = "";
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (kept.length + segment.length > length - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
