import type { z } from "zod";
import type { ProductInput } from "#contract/catalog/catalog.ts";
import { suggestionProblem } from "#contract/catalog/own-price.ts";
import { Invalid } from "#server/errors.ts";

/** What a creator sets, with every default filled in. `digitalFileUrl` is the id of an upload. */
export type ProductFields = Omit<z.output<typeof ProductInput>, "descriptionDocument" | "active"> & {
  active: boolean;
};

/**
 * Fills in what follows from other fields: how a membership bills, where the file is, whether it is shipped. Only one of
 * file and link stays.
 * Throws 422 with one message for each field that breaks a rule.
 */
export function settleProduct(given: ProductFields): ProductFields & { requiresShipping: boolean } {
  const problems: Record<string, string> = {};
  if (given.priceCents > 0 && given.priceCents < 50)
    problems["priceCents"] = "The lowest price is $0.50, or free";

  const membership = given.type === "MEMBERSHIP";
  if (!membership && given.billingInterval !== "ONE_TIME") {
    problems["billingInterval"] = "Only memberships bill by month or year";
  }

  const suggestion =
    membership && given.suggestedPriceCents !== null
      ? "A membership has one price for everybody"
      : suggestionProblem(given);
  if (suggestion) problems["suggestedPriceCents"] = suggestion;

  const billingInterval =
    membership && given.billingInterval === "ONE_TIME" ? "MONTH" : given.billingInterval;
  const yearly = yearlyProblem({ ...given, billingInterval });
  if (yearly) problems["yearlyPriceCents"] = yearly;

  if (given.trialDays > 0 && (!membership || given.priceCents === 0))
    problems["trialDays"] = "Only a paid membership has a free trial";

  if (new Set(given.partIds).size < given.partIds.length) problems["partIds"] = "Choose each product once";
  if (given.type === "EVENT") Object.assign(problems, eventProblems(given));
  if (
    given.type === "EVENT" &&
    given.comingSoon &&
    given.opensAt &&
    given.eventStartsAt &&
    given.opensAt >= given.eventStartsAt
  )
    problems["opensAt"] = "It opens before the event begins";

  const isBundle = given.type === "BUNDLE";
  const fileType = isBundle ? null : fileTypeOf(given);
  if (given.trackInventory && !given.allowBackorder && given.inventoryQuantity < 0)
    problems["inventoryQuantity"] = "At least 0, unless it can be ordered ahead";
  if (Object.keys(problems).length > 0) throw Invalid(problems);

  return {
    ...given,
    billingInterval,
    // A price of before is none of what buyers choose.
    originalPriceCents: given.suggestedPriceCents === null ? given.originalPriceCents : null,
    // A day without an announcement means nothing.
    opensAt: given.comingSoon ? given.opensAt : null,
    benefits: membership ? [...new Set(given.benefits)] : [],
    digitalFileType: fileType,
    digitalFileUrl: fileType === "UPLOAD" ? given.digitalFileUrl : null,
    digitalFileExternalUrl: fileType === "LINK" ? given.digitalFileExternalUrl : null,
    ...(given.type !== "EVENT" && noEvent),
    sessionTimes: given.type === "BOOKING_LINK" ? given.sessionTimes : null,
    serviceTerms: given.type === "SERVICE" ? given.serviceTerms : null,
    // A bundle opens, delivers and has in stock what its parts do.
    partIds: isBundle ? given.partIds : [],
    ...(isBundle && {
      deliveryNote: null,
      trackInventory: false,
      inventoryQuantity: 0,
      allowBackorder: false,
    }),
    requiresShipping: given.type === "PHYSICAL" && (given.requiresShipping ?? true),
  };
}

const noEvent = {
  eventStartsAt: null,
  eventEndsAt: null,
  eventZone: null,
  eventPlace: null,
  eventLink: null,
};

/** Beginning, end and zone are said together, or not yet. */
function eventProblems({ eventStartsAt, eventEndsAt, eventZone }: ProductFields): Record<string, string> {
  if (!eventStartsAt && !eventEndsAt) return {};
  return {
    ...(!eventStartsAt && { eventStartsAt: "Say when it begins" }),
    ...(!eventEndsAt && { eventEndsAt: "Say when it ends" }),
    ...(!eventZone && { eventZone: "Choose a zone" }),
    ...(eventStartsAt &&
      eventEndsAt &&
      eventEndsAt <= eventStartsAt && { eventEndsAt: "It ends after it begins" }),
  };
}

/** A year's price stands beside a month's, and both are paid by card. */
function yearlyProblem({ yearlyPriceCents, billingInterval, priceCents }: ProductFields): string | undefined {
  if (yearlyPriceCents === null) return undefined;
  if (billingInterval !== "MONTH") return "Only beside a monthly price";
  if (priceCents === 0) return "A free membership has no yearly price";
  return yearlyPriceCents < 50 ? "The lowest price is $0.50" : undefined;
}

/** A choice of file or link with nothing behind it is none. A download whose creator did not choose has what was given. */
function fileTypeOf({ type, digitalFileType, digitalFileUrl, digitalFileExternalUrl }: ProductFields) {
  const chosen =
    type === "DOWNLOAD" ? (digitalFileType ?? (digitalFileExternalUrl ? "LINK" : "UPLOAD")) : digitalFileType;
  if (chosen === "UPLOAD" && digitalFileUrl) return "UPLOAD";
  if (chosen === "LINK" && digitalFileExternalUrl) return "LINK";
  return null;
}
