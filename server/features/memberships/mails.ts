import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const membershipMails = {
  renewal: defineMail({
    data: z.object({ orderId: z.uuid() }),
    load: async () => (await import("./mails/renewal.ts")).renderRenewal,
  }),
  "renewal-failed": defineMail({
    data: z.object({ billId: z.uuid() }),
    load: async () => (await import("./mails/renewal-failed.ts")).renderRenewalFailed,
  }),
};
