import type { LinkTarget } from "./reply-link.ts";

/** Longest title of a message's button, in characters. */
export const longestButtonTitle = 20;

const titles: Readonly<Record<string, string>> = {
  DOWNLOAD: "Get the download",
  COURSE: "See the course",
  MEMBERSHIP: "See the membership",
  BOOKING_LINK: "Book a time",
  PHYSICAL: "See the product",
  SERVICE: "See the service",
  EVENT: "Get a ticket",
  BUNDLE: "See the bundle",
};

/** What a button says where its creator has not named it: by what it leads to. */
export function defaultButtonTitle(target: LinkTarget, productType: string | undefined): string {
  if (target === "STORE") return "Visit the store";
  if (target === "LIST") return "Join the list";
  return titles[productType ?? ""] ?? "Open";
}
