import { BookOpen, Box, Crown, Download, type LucideIcon } from "lucide-react";
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
};

const icons: Partial<Record<ProductType, LucideIcon>> = {
  COURSE: BookOpen,
  DOWNLOAD: Download,
  MEMBERSHIP: Crown,
};

/** The icon of a type; a box for those without one of their own. */
export const productTypeIcon = (type: ProductType): LucideIcon => icons[type] ?? Box;

const actions: Partial<Record<ProductType, string>> = { COURSE: "Enroll", MEMBERSHIP: "Join" };

/** The word on the button that leads to checkout. */
export const buyAction = (type: ProductType): string => actions[type] ?? "Buy";
