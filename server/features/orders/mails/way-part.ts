import type { ReactNode } from "react";
import { callToAction, note, textLink } from "#server/mail/layout/mail-parts.ts";
import type { Way } from "./receipt-facts.ts";

/** A way as a part of a mail. */
export const wayPart = ({ href, label, isQuiet }: Way): ReactNode =>
  isQuiet ? note(textLink(href, label)) : callToAction(href, label);
