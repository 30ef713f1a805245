import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { everybodyOfTheTeam } from "#contract/team/roles.ts";
import { Id } from "#contract/values.ts";

/** What is deleted at once and can be put back, by the name of its kind. */
export const undoableKinds = [
  "AUTOMATION_RULE",
  "KEYWORD_RESPONSE",
  "MAILING",
  "POST",
  "SAVED_FILTER",
  "TAG",
] as const;

/** For so long the server puts back what was deleted. The page offers it for 10 seconds of being looked at. */
export const undoMinutes = 10;

/** What the deletion of something that can be put back answers. */
export const Deleted = z.object({
  success: z.literal(true),
  /** Names it to `undoDeletion`. */
  deletionId: Id,
});
export type Deleted = z.infer<typeof Deleted>;

export const undoDeletion = endpoint({
  method: "POST",
  url: "/api/deletions/:id/undo",
  config: {
    access: "creator",
    roles: everybodyOfTheTeam,
    recentSignIn: "not needed: puts back what was deleted in the last 10 minutes",
  },
  schema: {
    tags: ["Deletions"],
    summary: `Put back what was deleted in the last ${undoMinutes} minutes, as it was and with all that went with it, by whoever may delete such; 409 where its place is taken, or what it belonged to is gone`,
    params: z.object({ id: Id }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
