import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const accountMails = {
  "account-notice": defineMail({
    limit: "own-account",
    /** `changeId`: to an address that the account had until that change, which can take it back. */
    data: z.object({ eventId: z.uuid(), changeId: z.uuid().optional() }),
    load: async () => (await import("./account-notice.ts")).renderAccountNotice,
  }),
};
