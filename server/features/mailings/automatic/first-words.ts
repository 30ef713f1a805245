import type { RichDocument } from "#contract/document/document.ts";
import type { AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { mailLinkPath } from "#contract/document/mail-placeholders.ts";

/** What each kind begins with, for its creator to change. */
export const firstWords: Record<AutomaticMailKind, { days: number; subject: string; content: RichDocument }> =
  {
    WELCOME: {
      days: 0,
      subject: "Welcome to {store}",
      content: documentOfText(
        "Hi {first_name},\n\nthank you for asking for mails from {store}. You hear from us when there is something worth your time.\n\nIf you have a question, just answer this mail.",
      ),
    },
    AFTER_PURCHASE: {
      days: 3,
      subject: "How do you like {product}?",
      content: documentOfText(
        "Hi {first_name},\n\nyou got {product} from {store}. How do you like it so far?\n\nIf anything is unclear, just answer this mail.",
      ),
    },
    NEW_POST: {
      days: 0,
      subject: "New for members of {store}: {product}",
      content: withButton("Hi {first_name},\n\nthere is a new post for you: {product}.", "Read it"),
    },
    COURSE_REMINDER: {
      days: 7,
      subject: "Go on with {product}",
      content: withButton(
        "Hi {first_name},\n\nyou began {product} and have not been back for a while. Everything is where you left it.",
        "Go on",
        "If something is in your way, just answer this mail.",
      ),
    },
  };

/** A button leads where a long address would stand, with what comes after it. */
function withButton(before: string, label: string, after?: string): RichDocument {
  const button = { type: "button" as const, attrs: { label, href: mailLinkPath } };
  const below = after === undefined ? [] : documentOfText(after).content;
  return { type: "doc", content: [...documentOfText(before).content, button, ...below] };
}
