import {
  BookOpen,
  CalendarClock,
  Crown,
  Download,
  Handshake,
  Package,
  Ticket,
  type LucideIcon,
} from "lucide-react";
import type { ProductType } from "#contract/catalog/catalog.ts";

/** The types as a creator chooses between them. */
export const productChoices: readonly { type: ProductType; icon: LucideIcon; explanation: string }[] = [
  { type: "DOWNLOAD", icon: Download, explanation: "A file, or a link to one, right after payment" },
  { type: "COURSE", icon: BookOpen, explanation: "Lessons in modules, with video and text" },
  { type: "MEMBERSHIP", icon: Crown, explanation: "Billed every month or year until cancelled" },
  {
    type: "BOOKING_LINK",
    icon: CalendarClock,
    explanation: "A call or session that is booked after payment",
  },
  { type: "PHYSICAL", icon: Package, explanation: "Something you send by post" },
  { type: "SERVICE", icon: Handshake, explanation: "Work you do for the buyer" },
  { type: "EVENT", icon: Ticket, explanation: "A workshop, webinar or meetup with a date" },
];

/** The icon of a type in the creator's own lists. */
export const choiceIcon = (type: ProductType): LucideIcon =>
  productChoices.find((choice) => choice.type === type)?.icon ?? Package;
