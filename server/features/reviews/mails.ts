import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const reviewMails = {
  "new-review": defineMail({
    data: z.object({ productId: z.uuid(), customerId: z.uuid() }),
    load: async () => (await import("./new-review-mail.ts")).renderNewReview,
  }),
};
