import type { ProductType } from "#contract/catalog/catalog.ts";

/** What kind of thing was bought, in words. */
export const productTypeName: Record<ProductType, string> = {
  DOWNLOAD: "Download",
  COURSE: "Course",
  MEMBERSHIP: "Membership",
  BOOKING_LINK: "1:1 Session",
  PHYSICAL: "Physical product",
  SERVICE: "Service",
  EVENT: "Event",
};
