import { useFormContext } from "react-hook-form";
import type { BillingInterval, listMyProducts, ProductType } from "#contract/catalog/catalog.ts";
import type { ProductQuestion } from "#contract/catalog/product-question.ts";
import { SessionTimes } from "#contract/bookings/session-times.ts";
import { commonZone, fieldTextOf } from "#contract/dates.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { inOneForm } from "#contract/document/in-one-form.ts";
import type { UploadedFile } from "#contract/files/files.ts";
import type { Picture } from "#contract/values.ts";
import type { RefundChoice } from "#web/layout/refund-policy.ts";
import type { Output } from "#web/api.ts";
import { valueOf } from "#web/ui/typed-number.ts";
import { draftOfTerms, type ServiceDraft, usualService } from "./service-draft.ts";
import { usualTimes } from "./usual-times.ts";

export type MyProduct = Output<typeof listMyProducts>[number];

/** An uploaded cover: its id is what the server is told, the picture is what is shown. */
export type Cover = { id: string; picture: Picture };

/** New members only, or present ones, too, after notice. */
export type PriceFor = "NEW" | "ALL";

/** The form as it is typed: money in dollars, numbers as text, "" where no type is chosen yet. */
export type ProductFormValues = {
  title: string;
  slug: string;
  /** The slug is made from the title until it is typed. */
  slugFollows: boolean;
  description: RichDocument;
  type: ProductType | "";
  price: string;
  originalPrice: string;
  /** Buyers choose what they pay, from `price` upwards. */
  hasOwnPrice: boolean;
  suggestedPrice: string;
  billingInterval: Exclude<BillingInterval, "ONE_TIME">;
  yearlyPrice: string;
  trialDays: string;
  /** Whom another price of a month, or of a year, is for. */
  monthFor: PriceFor;
  yearFor: PriceFor;
  /** Of a membership, a line each. */
  benefits: string;
  featured: boolean;
  active: boolean;
  /** Shown and not sold yet, until this moment by the clocks of its creator, if any. */
  comingSoon: boolean;
  opens: string;
  opensZone: string;
  cover: Cover | null;
  /** Beside the cover, in the order of the page. */
  pictures: { imageId: string; alt: string; picture: Picture }[];
  fileSource: "UPLOAD" | "LINK";
  file: UploadedFile | null;
  /** Past buyers get a mail about another file. */
  notifyBuyers: boolean;
  externalUrl: string;
  downloadButtonText: string;
  expirationDays: string;
  limitDownloads: boolean;
  maxDownloads: string;
  deliveryNote: string;
  thanksNote: string;
  buyButtonText: string;
  /** Of an event: as its fields hold them, by the clocks of its zone. */
  eventStarts: string;
  eventEnds: string;
  eventZone: string;
  eventPlace: string;
  eventLink: string;
  /** Of a session: whether its times are chosen here, and which ones. */
  timesHere: boolean;
  sessionTimes: SessionTimes;
  /** Of a service: what its buyers are asked, and when it is delivered. */
  service: ServiceDraft;
  /** Of a bundle: what it consists of, by id, in its order. */
  partIds: string[];
  questions: ProductQuestion[];
  requiresShipping: boolean;
  trackInventory: boolean;
  inventoryQuantity: string;
  allowBackorder: boolean;
  allowOrderBumps: boolean;
  maxOrderBumps: string;
  allowUpsells: boolean;
  maxUpsells: string;
  /** The creator's policy, which the form of their first product asks for; null in every other. */
  refund: RefundChoice | null;
};

/** The form once it has been checked: money in cents. */
export type CheckedProduct = Omit<ProductFormValues, "type" | "price" | "originalPrice"> & {
  type: ProductType;
  price: number;
  originalPrice: number | null;
};

const emptyDocument: RichDocument = { type: "doc", content: [{ type: "paragraph", content: [] }] };

export const newProductValues: ProductFormValues = {
  title: "",
  slug: "",
  slugFollows: true,
  description: emptyDocument,
  type: "",
  price: "",
  originalPrice: "",
  hasOwnPrice: false,
  suggestedPrice: "",
  billingInterval: "MONTH",
  yearlyPrice: "",
  trialDays: "",
  monthFor: "NEW",
  yearFor: "NEW",
  benefits: "",
  featured: false,
  active: true,
  comingSoon: false,
  opens: "",
  opensZone: commonZone,
  cover: null,
  pictures: [],
  fileSource: "UPLOAD",
  file: null,
  notifyBuyers: false,
  externalUrl: "",
  downloadButtonText: "Download Here",
  expirationDays: "",
  limitDownloads: false,
  maxDownloads: "3",
  deliveryNote: "",
  thanksNote: "",
  buyButtonText: "",
  eventStarts: "",
  eventEnds: "",
  eventZone: "",
  eventPlace: "",
  eventLink: "",
  timesHere: true,
  sessionTimes: usualTimes(commonZone),
  service: usualService,
  partIds: [],
  questions: [],
  requiresShipping: true,
  trackInventory: false,
  inventoryQuantity: "0",
  allowBackorder: false,
  allowOrderBumps: true,
  maxOrderBumps: "3",
  allowUpsells: true,
  maxUpsells: "5",
  refund: null,
};

/** A product as the form shows it. A new event is in the zone of its creator. */
export function valuesOfProduct(product: MyProduct, zone: string): ProductFormValues {
  const eventZone = product.eventZone ?? zone;
  const fieldOf = (moment: string | null) => (moment ? fieldTextOf(new Date(moment), eventZone) : "");
  return {
    title: product.title,
    slug: product.slug,
    slugFollows: product.slugFollowsTitle,
    description: inOneForm(product.descriptionDocument),
    type: product.type,
    price: dollarsOf(product.priceCents),
    originalPrice: product.originalPriceCents === null ? "" : dollarsOf(product.originalPriceCents),
    hasOwnPrice: product.suggestedPriceCents !== null,
    suggestedPrice: product.suggestedPriceCents === null ? "" : dollarsOf(product.suggestedPriceCents),
    billingInterval: product.billingInterval === "YEAR" ? "YEAR" : "MONTH",
    yearlyPrice: product.yearlyPriceCents === null ? "" : dollarsOf(product.yearlyPriceCents),
    trialDays: product.trialDays === 0 ? "" : String(product.trialDays),
    monthFor: "NEW",
    yearFor: "NEW",
    benefits: product.benefits.join("\n"),
    featured: product.featured,
    active: product.active,
    comingSoon: product.comingSoon,
    opens: product.opensAt ? fieldTextOf(new Date(product.opensAt), zone) : "",
    opensZone: zone,
    cover:
      product.coverImageId && product.cover ? { id: product.coverImageId, picture: product.cover } : null,
    pictures: product.pictures,
    fileSource: product.digitalFileType ?? "UPLOAD",
    file: fileOfProduct(product),
    notifyBuyers: false,
    externalUrl: product.digitalFileExternalUrl ?? "",
    downloadButtonText: product.downloadButtonText,
    expirationDays: product.digitalExpirationDays === null ? "" : String(product.digitalExpirationDays),
    limitDownloads: product.maxDownloads !== null,
    maxDownloads: String(product.maxDownloads ?? 3),
    deliveryNote: product.deliveryNote ?? "",
    thanksNote: product.thanksNote ?? "",
    buyButtonText: product.buyButtonText ?? "",
    eventStarts: fieldOf(product.eventStartsAt),
    eventEnds: fieldOf(product.eventEndsAt),
    eventZone,
    eventPlace: product.eventPlace ?? "",
    eventLink: product.eventLink ?? "",
    timesHere: product.sessionTimes !== null || product.type !== "BOOKING_LINK",
    sessionTimes: product.sessionTimes ? SessionTimes.parse(product.sessionTimes) : usualTimes(zone),
    service: product.type === "SERVICE" ? draftOfTerms(product.serviceTerms) : usualService,
    partIds: product.parts.map(({ id }) => id),
    questions: product.questions,
    // Another type has none; it is what a product starts with once it becomes a physical one.
    requiresShipping: product.requiresShipping || product.type !== "PHYSICAL",
    trackInventory: product.trackInventory,
    inventoryQuantity: String(product.inventoryQuantity),
    allowBackorder: product.allowBackorder,
    allowOrderBumps: product.allowOrderBumps,
    maxOrderBumps: String(product.maxOrderBumps),
    allowUpsells: product.allowUpsells,
    maxUpsells: String(product.maxUpsells),
    refund: null,
  };
}

/** Whether the form brings the product another file than it has. */
export const isNewVersion = (
  { type, fileSource, file }: Pick<ProductFormValues, "type" | "fileSource" | "file">,
  product: Pick<MyProduct, "digitalFileUrl"> | undefined,
): boolean =>
  type === "DOWNLOAD" &&
  fileSource === "UPLOAD" &&
  file !== null &&
  product !== undefined &&
  product.digitalFileUrl !== file.storagePath;

/** What was typed, a benefit a line; empty lines are none. */
export const benefitsOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** A membership that bills by the month may be paid by the year, too. */
export const hasYearlyPrice = ({
  type,
  billingInterval,
}: Pick<ProductFormValues, "type" | "billingInterval">): boolean =>
  type === "MEMBERSHIP" && billingInterval === "MONTH";

/** What buyers are asked for where they choose what they pay, as it was typed; null where the price is fixed. */
export const suggestedCentsOf = ({
  type,
  hasOwnPrice,
  suggestedPrice,
}: Pick<ProductFormValues, "type" | "hasOwnPrice" | "suggestedPrice">): number | null =>
  type !== "MEMBERSHIP" && hasOwnPrice ? (valueOf(suggestedPrice, "money") ?? 0) : null;

/** The free trial of a membership in days, as it was typed; 0 where there is none or nothing that can be one. */
export const trialDaysOf = ({ type, trialDays }: Pick<ProductFormValues, "type" | "trialDays">): number =>
  type === "MEMBERSHIP" ? (valueOf(trialDays, "whole") ?? 0) : 0;

/** Whether buyers need to be told how they get it. */
export const isDeliveredByHand = (type: ProductType | ""): boolean =>
  type === "BOOKING_LINK" || type === "EVENT" || type === "SERVICE" || type === "PHYSICAL";

/** Whether there can be only so many of it: what is sent, and what takes a seat or the creator's time. */
export const canRunOut = (type: ProductType | ""): boolean => isDeliveredByHand(type);

function fileOfProduct(product: MyProduct): UploadedFile | null {
  if (!product.digitalFileUrl) return null;
  const fileName = product.digitalFileName ?? "";
  return {
    success: true,
    fileName,
    size: product.digitalFileSize ?? 0,
    mimeType: product.digitalFileMimeType ?? "",
    storagePath: product.digitalFileUrl,
    originalName: product.digitalFileOriginalName ?? fileName,
  };
}

const dollarsOf = (cents: number) => (cents / 100).toFixed(2);

/** The product form around this part of it. */
export const useProductFields = () => useFormContext<ProductFormValues, unknown, CheckedProduct>();
