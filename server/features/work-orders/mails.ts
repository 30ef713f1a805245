import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

const line = z.object({ orderItemId: z.uuid() });

export const workOrderMails = {
  "brief-reminder": defineMail({
    limit: "unproven-address",
    data: line,
    load: async () => (await import("./brief-reminder-mail.ts")).renderBriefReminder,
  }),
  "brief-sent": defineMail({
    limit: "desk-news",
    data: line,
    load: async () => (await import("./brief-sent-mail.ts")).renderBriefSent,
  }),
  "work-delivered": defineMail({
    limit: "unproven-address",
    data: line.extend({ deliveryId: z.uuid() }),
    load: async () => (await import("./work-delivered-mail.ts")).renderWorkDelivered,
  }),
};
