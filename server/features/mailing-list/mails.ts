import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const mailingListMails = {
  "product-open": defineMail({
    limit: "proven-address",
    data: z.object({ waiterId: z.uuid() }),
    load: async () => (await import("./opening-mail.ts")).renderOpening,
  }),
  "confirm-subscription": defineMail({
    limit: "unproven-address",
    data: z.object({ subscriberId: z.uuid(), round: z.int() }),
    load: async () => (await import("./confirm-mail.ts")).renderConfirmation,
  }),
};
