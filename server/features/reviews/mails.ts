import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const reviewMails = {
  "new-review": defineMail({
    limit: { perDay: 20 },
    data: z.object({ productId: z.uuid(), customerId: z.uuid() }),
    load: async () => (await import("./new-review-mail.ts")).renderNewReview,
  }),
};
