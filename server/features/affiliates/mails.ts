import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const affiliateMails = {
  "affiliate-invitation": defineMail({
    limit: "unproven-address",
    data: z.object({ affiliateId: z.uuid() }),
    load: async () => (await import("./invitation-mail.ts")).renderAffiliateInvitation,
  }),
};
