import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const teamMails = {
  "team-invitation": defineMail({
    data: z.object({ invitationId: z.uuid() }),
    load: async () => (await import("./invitation-mail.ts")).renderTeamInvitation,
  }),
  "team-joined": defineMail({
    data: z.object({ ownerId: z.uuid(), userId: z.uuid() }),
    load: async () => (await import("./joined-mail.ts")).renderTeamJoined,
  }),
};
