import type { createProduct, updateProduct } from "#contract/catalog/catalog.ts";
import { typedMoment } from "#contract/dates.ts";
import type { Input } from "#web/api.ts";
import { policyOfChoice } from "#web/layout/refund-policy.ts";
import { valueOf } from "#web/ui/typed-number.ts";
import {
  benefitsOf,
  canRunOut,
  hasYearlyPrice,
  type CheckedProduct,
  isDeliveredByHand,
  type MyProduct,
  newProductValues,
  type ProductFormValues,
  suggestedCentsOf,
  trialDaysOf,
} from "./product-form-values.ts";
import { readService } from "./service-draft.ts";

type ProductChanges = Input<typeof createProduct>["body"] & Input<typeof updateProduct>["body"];
/** What the product was when its form was opened. */
type Previous = Pick<MyProduct, "type" | "inventoryQuantity"> &
  Partial<Pick<MyProduct, "eventStartsAt" | "eventEndsAt" | "eventZone" | "opensAt">>;

/** What the server is told. Fields that another type had are cleared; on a new product there are none. */
export function inputOfValues(values: CheckedProduct, previous?: Previous): ProductChanges {
  const typeChanged = previous !== undefined && previous.type !== values.type;
  return {
    title: values.title,
    slug: values.slug,
    descriptionDocument: values.description,
    type: values.type,
    priceCents: values.price,
    originalPriceCents: values.originalPrice,
    suggestedPriceCents: suggestedCentsOf(values),
    currency: "usd",
    billingInterval: values.type === "MEMBERSHIP" ? values.billingInterval : "ONE_TIME",
    yearlyPriceCents: hasYearlyPrice(values) ? (valueOf(values.yearlyPrice, "money") ?? null) : null,
    trialDays: trialDaysOf(values),
    benefits: values.type === "MEMBERSHIP" ? benefitsOf(values.benefits) : [],
    featured: values.featured,
    // Its lessons come after it: a new course is on sale when it can be, which the server knows.
    ...(!(previous === undefined && values.type === "COURSE" && values.active) && { active: values.active }),
    comingSoon: values.comingSoon,
    opensAt: values.comingSoon ? typedMoment(values.opens, values.opensZone, previous?.opensAt) : null,
    coverImageId: values.cover?.id ?? null,
    pictures: values.pictures.map(({ imageId, alt }) => ({ imageId, alt })),
    ...(values.type === "DOWNLOAD" ? digitalInput(values) : typeChanged && noDigitalInput),
    ...(isDeliveredByHand(values.type)
      ? { deliveryNote: values.deliveryNote.trim() || null }
      : typeChanged && { deliveryNote: null }),
    ...(values.type === "EVENT" && eventInput(values, previous)),
    thanksNote: values.thanksNote || null,
    buyButtonText: values.buyButtonText || null,
    ...(values.type === "BOOKING_LINK" && { sessionTimes: values.timesHere ? values.sessionTimes : null }),
    ...(values.type === "SERVICE" && serviceInput(values)),
    ...(values.type === "BUNDLE" && { partIds: values.partIds }),
    questions: values.questions,
    ...stockInput(values, previous),
    ...(values.type === "PHYSICAL" && { requiresShipping: values.requiresShipping }),
    allowOrderBumps: values.allowOrderBumps,
    ...(values.allowOrderBumps && { maxOrderBumps: countOf(values.maxOrderBumps) }),
    allowUpsells: values.allowUpsells,
    ...(values.allowUpsells && { maxUpsells: countOf(values.maxUpsells) }),
    ...(!previous && values.refund && { refundPolicy: policyOfChoice(values.refund) }),
  };
}

/** What was not touched keeps its seconds, as long as it is by the same clocks. */
function eventInput(values: CheckedProduct, previous: Previous | undefined) {
  const { eventZone: zone } = values;
  const before = previous?.eventZone === zone ? previous : undefined;
  return {
    eventStartsAt: typedMoment(values.eventStarts, zone, before?.eventStartsAt),
    eventEndsAt: typedMoment(values.eventEnds, zone, before?.eventEndsAt),
    eventZone: zone || null,
    eventPlace: values.eventPlace || null,
    eventLink: values.eventLink.trim() || null,
  };
}

/** As the form has checked it. */
function serviceInput({ service }: CheckedProduct) {
  const read = readService(service);
  return "terms" in read ? { serviceTerms: read.terms } : {};
}

/** The quantity is told only where it was typed, with the one it was typed over: what sells meanwhile stays sold. */
function stockInput(values: CheckedProduct, previous: Previous | undefined) {
  if (!canRunOut(values.type) || !values.trackInventory) return { trackInventory: false };
  const inventoryQuantity = countOf(values.inventoryQuantity);
  return {
    trackInventory: true,
    allowBackorder: values.allowBackorder,
    ...(previous === undefined && { inventoryQuantity }),
    ...(previous !== undefined &&
      inventoryQuantity !== previous.inventoryQuantity && {
        inventoryQuantity,
        inventoryQuantityWas: previous.inventoryQuantity,
      }),
  };
}

function digitalInput(values: CheckedProduct) {
  const upload = values.fileSource === "UPLOAD";
  return {
    digitalFileType: values.fileSource,
    digitalFileUrl: upload ? (values.file?.storagePath ?? null) : null,
    digitalFileExternalUrl: upload ? null : values.externalUrl.trim() || null,
    downloadButtonText: values.downloadButtonText.trim() || newProductValues.downloadButtonText,
    digitalExpirationDays: valueOf(values.expirationDays, "whole") ?? null,
    maxDownloads: values.limitDownloads ? countOf(values.maxDownloads) : null,
  };
}

/** A count that the form has checked. */
const countOf = (text: string) => valueOf(text, "whole") ?? 0;

const noDigitalInput = { digitalFileType: null, digitalFileUrl: null, digitalFileExternalUrl: null };

/** Where the server's word about a field stands in the form. */
export const fieldOfInput: Partial<Record<string, keyof ProductFormValues>> = {
  title: "title",
  slug: "slug",
  description: "description",
  descriptionDocument: "description",
  type: "type",
  active: "active",
  comingSoon: "comingSoon",
  opensAt: "opens",
  priceCents: "price",
  originalPriceCents: "originalPrice",
  suggestedPriceCents: "suggestedPrice",
  billingInterval: "billingInterval",
  yearlyPriceCents: "yearlyPrice",
  trialDays: "trialDays",
  benefits: "benefits",
  coverImageId: "cover",
  pictures: "pictures",
  digitalFileType: "file",
  digitalFileUrl: "file",
  digitalFileExternalUrl: "externalUrl",
  downloadButtonText: "downloadButtonText",
  digitalExpirationDays: "expirationDays",
  maxDownloads: "maxDownloads",
  deliveryNote: "deliveryNote",
  thanksNote: "thanksNote",
  buyButtonText: "buyButtonText",
  eventStartsAt: "eventStarts",
  eventEndsAt: "eventEnds",
  eventZone: "eventZone",
  eventPlace: "eventPlace",
  eventLink: "eventLink",
  sessionTimes: "sessionTimes",
  serviceTerms: "service",
  partIds: "partIds",
  questions: "questions",
  inventoryQuantity: "inventoryQuantity",
  maxOrderBumps: "maxOrderBumps",
  maxUpsells: "maxUpsells",
  refundPolicy: "refund",
  requiresShipping: "requiresShipping",
};
