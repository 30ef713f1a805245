import type { RichDocument } from "#contract/document/document.ts";
import type { AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import { documentOfText } from "#contract/document/document-of-text.ts";

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
      content: documentOfText(
        "Hi {first_name},\n\nthere is a new post for you: {product}.\n\nRead it here: {link}",
      ),
    },
    COURSE_REMINDER: {
      days: 7,
      subject: "Go on with {product}",
      content: documentOfText(
        "Hi {first_name},\n\nyou began {product} and have not been back for a while. Everything is where you left it:\n\n{link}\n\nIf something is in your way, just answer this mail.",
      ),
    },
  };
