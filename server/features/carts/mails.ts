import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const cartMails = {
  "cart-test": defineMail({
    data: z.object({ ownerId: z.uuid(), subject: z.string(), body: z.string() }),
    load: async () => (await import("./preview-cart-mail.ts")).renderCartTest,
  }),
};
