import {
  BookOpen,
  Box,
  Boxes,
  CalendarClock,
  Crown,
  Download,
  Handshake,
  type LucideIcon,
  Package,
  Ticket,
} from "lucide-react";
import type { ProductType } from "#contract/catalog/catalog.ts";

/** What a product type is called where a buyer reads it. */
export const productTypeLabel: Record<ProductType, string> = {
  DOWNLOAD: "Download",
  COURSE: "Course",
  MEMBERSHIP: "Membership",
  BOOKING_LINK: "1:1 Session",
  PHYSICAL: "Physical product",
  SERVICE: "Service",
  EVENT: "Event",
  BUNDLE: "Bundle",
};

const icons: Partial<Record<ProductType, LucideIcon>> = {
  BUNDLE: Boxes,
  COURSE: BookOpen,
  DOWNLOAD: Download,
  MEMBERSHIP: Crown,
};

/** The icon of a type; a box for those without one of their own. */
export const productTypeIcon = (type: ProductType): LucideIcon => icons[type] ?? Box;

const actions: Partial<Record<ProductType, string>> = { COURSE: "Enroll", MEMBERSHIP: "Join" };

/** The word on the button that leads to checkout. */
export const buyAction = ({
  type,
  buyButtonText,
}: {
  type: ProductType;
  buyButtonText: string | null;
}): string => buyButtonText ?? actions[type] ?? "Buy";

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
  { type: "BUNDLE", icon: Boxes, explanation: "Several of your products at one price" },
];

/** The icon of a type in the creator's own lists. */
export const choiceIcon = (type: ProductType): LucideIcon =>
  productChoices.find((choice) => choice.type === type)?.icon ?? Package;
