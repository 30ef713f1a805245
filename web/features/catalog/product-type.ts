import {
  BookOpen,
  Box,
  CalendarDays,
  Clock,
  Crown,
  Download,
  Layers2,
  type LucideIcon,
  User,
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

/** The icon of each type, in the store as in its creator's lists. Simple ones: a store's page has room for few bytes more. */
export const productTypeIcon: Record<ProductType, LucideIcon> = {
  DOWNLOAD: Download,
  COURSE: BookOpen,
  MEMBERSHIP: Crown,
  BOOKING_LINK: Clock,
  PHYSICAL: Box,
  SERVICE: User,
  EVENT: CalendarDays,
  BUNDLE: Layers2,
};

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
export const productChoices: readonly { type: ProductType; explanation: string }[] = [
  { type: "DOWNLOAD", explanation: "A file, or a link to one, right after payment" },
  { type: "COURSE", explanation: "Lessons in modules, with video and text" },
  { type: "MEMBERSHIP", explanation: "Billed every month or year until cancelled" },
  {
    type: "BOOKING_LINK",
    explanation: "A call or session that is booked after payment",
  },
  { type: "PHYSICAL", explanation: "Something you send by post" },
  { type: "SERVICE", explanation: "Work you do for the buyer" },
  { type: "EVENT", explanation: "A workshop, webinar or meetup with a date" },
  { type: "BUNDLE", explanation: "Several of your products at one price" },
];
