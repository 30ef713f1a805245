import type { RichDocument } from "#contract/document/document.ts";
import type { AutomaticMailKind } from "#contract/mailings/automatic-mails.ts";
import { documentOfText } from "#server/documents/document-of-text.ts";

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
  };
