import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const courseMails = {
  "submissions-waiting": defineMail({
    limit: "desk-news",
    data: z.object({ ownerId: z.uuid() }),
    load: async () => (await import("./mails/submissions-waiting.ts")).renderSubmissionsWaiting,
  }),
  "assignment-answer": defineMail({
    limit: "unproven-address",
    data: z.object({ submissionId: z.uuid() }),
    load: async () => (await import("./mails/assignment-answer.ts")).renderAssignmentAnswer,
  }),
};
