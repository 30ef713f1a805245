import { z } from "zod";
import { CartContent } from "#contract/carts/written-cart-mail.ts";
import { defineMail } from "#server/mail/mail-template.ts";

export const cartMails = {
  "cart-test": defineMail({
    limit: "own-account",
    data: z.object({ ownerId: z.uuid(), subject: z.string(), content: CartContent }),
    load: async () => (await import("./preview-cart-mail.ts")).renderCartTest,
  }),
};
