import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";
import { reminders } from "./remind-members.ts";
import { priceNews } from "./price-notice.ts";
import { memberNews } from "./member-news.ts";

export const membershipMails = {
  renewal: defineMail({
    limit: "payment",
    data: z.object({ orderId: z.uuid() }),
    load: async () => (await import("./mails/renewal.ts")).renderRenewal,
  }),
  "renewal-failed": defineMail({
    limit: "payment",
    data: z.object({ billId: z.uuid() }),
    load: async () => (await import("./mails/renewal-failed.ts")).renderRenewalFailed,
  }),
  "membership-changed": defineMail({
    limit: "payment",
    data: z.object({ subscriptionId: z.uuid(), news: z.enum(memberNews) }),
    load: async () => (await import("./mails/membership-changed.ts")).renderMembershipChanged,
  }),
  "already-member": defineMail({
    limit: "payment",
    data: z.object({ subscriptionId: z.uuid(), refundedCents: z.int().min(0), currency: z.string() }),
    load: async () => (await import("./mails/already-member.ts")).renderAlreadyMember,
  }),
  "price-change": defineMail({
    limit: "payment",
    data: z.object({ subscriptionId: z.uuid(), priceChangeId: z.uuid(), news: z.enum(priceNews) }),
    load: async () => (await import("./mails/price-change.ts")).renderPriceChange,
  }),
  "membership-reminder": defineMail({
    limit: "payment",
    data: z.object({ subscriptionId: z.uuid(), reminder: z.enum(reminders) }),
    load: async () => (await import("./mails/membership-reminder.ts")).renderMembershipReminder,
  }),
};
