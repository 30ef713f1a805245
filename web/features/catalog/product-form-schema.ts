import { z } from "zod";
import { longestTrialDays } from "#contract/catalog/billing-plan.ts";
import { SessionTimes } from "#contract/bookings/session-times.ts";
import { offersAny } from "#contract/bookings/session-windows.ts";
import { mostBenefits, mostDescription } from "#contract/catalog/catalog.ts";
import { fewestParts, mostParts } from "#contract/catalog/bundle-size.ts";
import { mostButtonText, mostThanks } from "#contract/catalog/product-limits.ts";
import { suggestionProblem } from "#contract/catalog/own-price.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { documentText } from "#contract/document/document-text.ts";
import { readDocument } from "#contract/document/read-document.ts";
import { missingText } from "#contract/catalog/missing-for-sale.ts";
import type { UploadedFile } from "#contract/files/files.ts";
import { OutsideUrl, type Picture, Slug } from "#contract/values.ts";
import { type RefundChoice, refundProblem } from "#web/layout/refund-policy.ts";
import { readNumber, valueOf } from "#web/ui/typed-number.ts";
import {
  benefitsOf,
  canRunOut,
  hasYearlyPrice,
  type CheckedProduct,
  type Cover,
  type PriceFor,
  type ProductFormValues,
} from "./product-form-values.ts";
import { readService, type ServiceDraft } from "./service-draft.ts";

const lowestPriceCents = 50;
const highestPriceCents = 99_999_999;

const types = [
  "DOWNLOAD",
  "COURSE",
  "MEMBERSHIP",
  "BOOKING_LINK",
  "PHYSICAL",
  "SERVICE",
  "EVENT",
  "BUNDLE",
] as const;

/** Checks the form as the server will, with the fields of other types left alone. */
export const productFormSchema: z.ZodType<CheckedProduct, ProductFormValues> = z
  .object({
    title: z.string().trim().min(1, "Title is required").max(200, "Use at most 200 characters"),
    slug: Slug,
    slugFollows: z.boolean(),
    description: z.custom<RichDocument>().superRefine((document, context) => {
      const read = readDocument(document);
      const wrong = (message: string) => context.addIssue({ code: "custom", message });
      if ("problem" in read) wrong(read.problem);
      else if (documentText(read.document).length > mostDescription) wrong("Use at most 5,000 characters");
    }),
    type: z.enum(types, { error: "Product type is required" }),
    price: z.string().transform((text, context) => centsOf(text, context) ?? 0),
    originalPrice: z.string().transform(centsOf),
    hasOwnPrice: z.boolean(),
    suggestedPrice: z.string(),
    billingInterval: z.enum(["MONTH", "YEAR"]),
    yearlyPrice: z.string(),
    trialDays: z.string(),
    monthFor: z.custom<PriceFor>(),
    yearFor: z.custom<PriceFor>(),
    benefits: z.string(),
    featured: z.boolean(),
    active: z.boolean(),
    comingSoon: z.boolean(),
    opens: z.string(),
    opensZone: z.string(),
    cover: z.custom<Cover | null>(),
    pictures: z.array(
      z.object({
        imageId: z.string(),
        alt: z.string().trim().max(200, "Use at most 200 characters"),
        picture: z.custom<Picture>(),
      }),
    ),
    fileSource: z.enum(["UPLOAD", "LINK"]),
    file: z.custom<UploadedFile | null>(),
    notifyBuyers: z.boolean(),
    externalUrl: z.string(),
    downloadButtonText: z.string().trim().max(60, "Use at most 60 characters"),
    expirationDays: z.string(),
    limitDownloads: z.boolean(),
    maxDownloads: z.string(),
    deliveryNote: z.string().trim().max(2_000, "Use at most 2,000 characters"),
    thanksNote: z.string().trim().max(mostThanks, "Use at most 1,000 characters"),
    buyButtonText: z.string().trim().max(mostButtonText, "Use at most 30 characters"),
    eventStarts: z.string(),
    eventEnds: z.string(),
    eventZone: z.string(),
    eventPlace: z.string().trim().max(200, "Use at most 200 characters"),
    eventLink: z.string(),
    timesHere: z.boolean(),
    sessionTimes: z.custom<SessionTimes>(),
    service: z.custom<ServiceDraft>(),
    partIds: z.array(z.string()).max(mostParts, `At most ${mostParts} products`),
    questions: z.array(
      z.object({
        question: z.string().trim().min(1, "Write the question").max(200, "Use at most 200 characters"),
        answer: z.string().trim().min(1, "Write the answer").max(2_000, "Use at most 2,000 characters"),
      }),
    ),
    requiresShipping: z.boolean(),
    trackInventory: z.boolean(),
    inventoryQuantity: z.string().trim(),
    allowBackorder: z.boolean(),
    allowOrderBumps: z.boolean(),
    maxOrderBumps: z.string(),
    allowUpsells: z.boolean(),
    maxUpsells: z.string(),
    refund: z.custom<RefundChoice | null>(),
  })
  .superRefine(
    (typed, context) => {
      // What is announced may lack what a sale needs; whether its day has come is the server's to say.
      const values = { ...typed, active: typed.active && !typed.comingSoon };
      if (values.type === "DOWNLOAD") checkDownload(values, context);
      if (values.type === "EVENT") checkEvent(values, context);
      if (values.type === "BOOKING_LINK" && values.timesHere) checkTimes(values, context);
      if (values.type === "SERVICE") checkService(values, context);
      if (values.type === "BUNDLE" && values.active && values.partIds.length < fewestParts)
        context.addIssue({ code: "custom", path: ["partIds"], message: missingText.parts });
      if (values.type === "MEMBERSHIP") checkBenefits(values, context);
      if (values.type === "MEMBERSHIP") checkTrial(values, context);
      if (values.type !== "MEMBERSHIP" && values.hasOwnPrice) checkSuggestion(values, context);
      if (hasYearlyPrice(values)) checkYearlyPrice(values, context);
      if (canRunOut(values.type) && values.trackInventory) checkStock(values, context);
      const refund = values.refund && refundProblem(values.refund);
      if (refund) context.addIssue({ code: "custom", path: ["refund"], message: refund });
      for (const [allowed, field] of offerLimits)
        if (values[allowed] && !isWhole(values[field], 0, 20))
          context.addIssue({ code: "custom", path: [field], message: "Between 0 and 20" });
    },
    // All that is wrong is said at once, also beside a missing title.
    { when: () => true },
  );

type EventFields = Pick<
  ProductFormValues,
  "active" | "eventStarts" | "eventEnds" | "eventZone" | "eventLink"
>;

function checkEvent({ active, eventStarts, eventEnds, eventLink }: EventFields, context: z.RefinementCtx) {
  const wrong = (field: keyof EventFields, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (eventStarts === "" && active) wrong("eventStarts", missingText.date);
  else if (eventStarts === "" && eventEnds !== "") wrong("eventStarts", "Say when it begins");
  if (eventEnds === "" && eventStarts !== "") wrong("eventEnds", "Say when it ends");
  // Both are by the same clocks, and written so that they sort.
  else if (eventStarts !== "" && eventEnds <= eventStarts) wrong("eventEnds", "It ends after it begins");
  if (eventLink.trim() === "") return;
  const { error } = OutsideUrl.safeParse(eventLink.trim());
  if (error) wrong("eventLink", error.issues[0]?.message ?? "Use an address that begins with https://");
}

/** All that is wrong stands below the times; what has no hour yet can be a draft. */
function checkTimes(
  { active, sessionTimes }: Pick<ProductFormValues, "active" | "sessionTimes">,
  context: z.RefinementCtx,
) {
  const { error } = SessionTimes.safeParse(sessionTimes);
  const message = error?.issues[0]?.message ?? (active && !offersAny(sessionTimes) ? missingText.times : "");
  if (message) context.addIssue({ code: "custom", path: ["sessionTimes"], message });
}

/** The problem stands at the field that it is of. */
function checkService({ service }: Pick<ProductFormValues, "service">, context: z.RefinementCtx) {
  const read = readService(service);
  if ("problem" in read) context.addIssue({ code: "custom", path: ["service"], message: read.problem });
}

function checkBenefits({ benefits }: Pick<CheckedProduct, "benefits">, context: z.RefinementCtx) {
  const lines = benefitsOf(benefits);
  const wrong = (message: string) => context.addIssue({ code: "custom", path: ["benefits"], message });
  if (lines.length > mostBenefits) wrong(`At most ${mostBenefits} lines`);
  else if (lines.some((line) => line.length > 120)) wrong("Use at most 120 characters in a line");
}

/** Nothing typed means that there is none, as 0 does. */
function checkTrial(
  { trialDays, price }: Pick<CheckedProduct, "trialDays" | "price">,
  context: z.RefinementCtx,
) {
  const wrong = (message: string) => context.addIssue({ code: "custom", path: ["trialDays"], message });
  const read = readNumber(trialDays, "whole");
  if ("problem" in read) return wrong(read.problem);
  const days = read.value ?? 0;
  if (days < 0 || days > longestTrialDays) wrong(`Between 1 and ${longestTrialDays} days, or blank for none`);
  else if (days > 0 && price === 0) wrong("A free membership needs no trial");
}

function checkSuggestion(
  { suggestedPrice, price }: Pick<CheckedProduct, "suggestedPrice" | "price">,
  context: z.RefinementCtx,
) {
  const wrong = (message: string) => context.addIssue({ code: "custom", path: ["suggestedPrice"], message });
  const read = readNumber(suggestedPrice, "money");
  if ("problem" in read) return wrong(read.problem);
  const suggestedPriceCents = read.value ?? 0;
  if (suggestedPriceCents > highestPriceCents) return wrong("The highest price is $999,999.99");
  const problem = suggestionProblem({ priceCents: price, suggestedPriceCents });
  if (problem) wrong(problem);
}

/** Nothing typed means that there is none. */
function checkYearlyPrice(
  { yearlyPrice, price }: Pick<CheckedProduct, "yearlyPrice" | "price">,
  context: z.RefinementCtx,
) {
  const read = readNumber(yearlyPrice, "money");
  const problem = "problem" in read ? read.problem : yearlyPriceProblem(read.value, price);
  if (problem) context.addIssue({ code: "custom", path: ["yearlyPrice"], message: problem });
}

function yearlyPriceProblem(cents: number | null, monthlyCents: number): string | undefined {
  if (cents === null) return undefined;
  if (monthlyCents === 0) return "A free membership has no yearly price";
  if (cents > highestPriceCents) return "The highest price is $999,999.99";
  return cents < lowestPriceCents ? "The lowest price is $0.50" : undefined;
}

type DownloadFields = Pick<
  ProductFormValues,
  "active" | "fileSource" | "file" | "externalUrl" | "expirationDays" | "limitDownloads" | "maxDownloads"
>;

function checkDownload(values: DownloadFields, context: z.RefinementCtx) {
  const wrong = (field: keyof ProductFormValues, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (values.fileSource === "UPLOAD") {
    if (!values.file && values.active) wrong("file", missingText.file);
  } else if (values.externalUrl.trim() === "") {
    if (values.active) wrong("externalUrl", missingText.link);
  } else {
    const { error } = OutsideUrl.safeParse(values.externalUrl.trim());
    if (error) wrong("externalUrl", error.issues[0]?.message ?? missingText.link);
  }
  if (values.expirationDays.trim() !== "" && !isWhole(values.expirationDays, 1, 365))
    wrong("expirationDays", "Between 1 and 365 days");
  if (values.limitDownloads && !isWhole(values.maxDownloads, 1, 100))
    wrong("maxDownloads", "Between 1 and 100 downloads");
}

const offerLimits = [
  ["allowOrderBumps", "maxOrderBumps"],
  ["allowUpsells", "maxUpsells"],
] as const;

function checkStock(
  { inventoryQuantity, allowBackorder }: Pick<ProductFormValues, "inventoryQuantity" | "allowBackorder">,
  context: z.RefinementCtx,
) {
  const lowest = allowBackorder ? -1_000_000 : 0;
  if (isWhole(inventoryQuantity, lowest, 1_000_000)) return;
  const message = allowBackorder ? "A whole number, at most 1,000,000" : "Between 0 and 1,000,000";
  context.addIssue({ code: "custom", path: ["inventoryQuantity"], message });
}

/** Dollars as typed in cents; null where nothing was typed. */
function centsOf(text: string, context: z.RefinementCtx): number | null {
  const read = readNumber(text, "money");
  const wrong = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if ("problem" in read) return wrong(read.problem);
  const cents = read.value;
  if (cents === null) return null;
  if (cents > highestPriceCents) return wrong("The highest price is $999,999.99");
  if (cents > 0 && cents < lowestPriceCents) return wrong("The lowest price is $0.50, or free");
  return cents;
}

function isWhole(text: string, min: number, max: number, count = valueOf(text, "whole")) {
  return count !== undefined && count >= min && count <= max;
}
