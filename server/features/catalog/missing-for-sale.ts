import { type MissingForSale, missingText } from "#contract/catalog/missing-for-sale.ts";
import type { PartObstacle } from "#contract/catalog/catalog.ts";
import { fewestParts } from "#contract/catalog/bundle-size.ts";
import { offersAny } from "#contract/bookings/session-windows.ts";
import { Invalid } from "#server/errors.ts";
import type { ProductFields } from "./product-rules.ts";

/** What of a product decides whether it can go on sale. */
export type SaleFacts = Pick<
  ProductFields,
  | "type"
  | "digitalFileType"
  | "digitalFileUrl"
  | "digitalFileExternalUrl"
  | "eventStartsAt"
  | "sessionTimes"
  | "deliveryNote"
> & {
  /** It is sent by post; what is not settled yet is sent where it is of that kind. */
  requiresShipping?: boolean | undefined;
  /** Its creator ships somewhere. */
  shipsSomewhere: boolean;
  /** It has a lesson. */
  hasLessons: boolean;
  /** Of a bundle: why each part keeps it from being sold; null where it does not. */
  partObstacles: readonly (PartObstacle | null)[];
  /** An event that does not take place. */
  eventCancelledAt: Date | null;
};

/** All that a product lacks to go on sale; nothing where it can. */
export function missingForSale(product: SaleFacts): MissingForSale[] {
  const missing: MissingForSale[] = [];
  if (product.type === "DOWNLOAD" && !product.digitalFileUrl && !product.digitalFileExternalUrl)
    missing.push(product.digitalFileType === "LINK" ? "link" : "file");
  if (product.type === "COURSE" && !product.hasLessons) missing.push("lessons");
  if (product.type === "EVENT" && !product.eventStartsAt) missing.push("date");
  if (product.type === "BOOKING_LINK" && !canChooseTime(product)) missing.push("times");
  if (product.type === "PHYSICAL" && product.requiresShipping && !product.shipsSomewhere)
    missing.push("shipping");
  if (product.type === "BUNDLE") {
    if (product.partObstacles.length < fewestParts) missing.push("parts");
    if (product.partObstacles.some((obstacle) => obstacle !== null)) missing.push("part");
  }
  if (product.eventCancelledAt) missing.push("event");
  return missing;
}

/** Buyers of a session choose their time here, or by a link that they are given. */
const canChooseTime = ({ sessionTimes, digitalFileExternalUrl, deliveryNote }: SaleFacts): boolean =>
  sessionTimes
    ? offersAny(sessionTimes)
    : Boolean(digitalFileExternalUrl) || /https?:\/\/\S/i.test(deliveryNote ?? "");

/** Where each is said. */
const fields: Record<MissingForSale, keyof ProductFields> = {
  file: "digitalFileUrl",
  link: "digitalFileExternalUrl",
  lessons: "active",
  date: "eventStartsAt",
  event: "active",
  times: "sessionTimes",
  shipping: "requiresShipping",
  parts: "partIds",
  part: "partIds",
};

/** Throws 422 with a message at the field of each thing that is missing. */
export function refuseMissing(missing: readonly MissingForSale[]): void {
  if (missing.length > 0)
    throw Invalid(Object.fromEntries(missing.map((name) => [fields[name], missingText[name]])));
}

/** Whether a new product can be on sale at once. Throws 422 for what it could have brought and did not, and where it has to be. */
export function canBegin(missing: readonly MissingForSale[], hasTo: boolean): boolean {
  refuseMissing(missing.filter((name) => hasTo || name !== "lessons"));
  return missing.length === 0;
}
