import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const teamMails = {
  "team-invitation": defineMail({
    limit: "unproven-address",
    data: z.object({ invitationId: z.uuid() }),
    load: async () => (await import("./invitation-mail.ts")).renderTeamInvitation,
  }),
  "team-joined": defineMail({
    limit: "own-account",
    data: z.object({ ownerId: z.uuid(), userId: z.uuid() }),
    load: async () => (await import("./joined-mail.ts")).renderTeamJoined,
  }),
};
