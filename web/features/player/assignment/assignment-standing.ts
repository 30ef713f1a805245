import { isolated } from "#contract/isolated.ts";
import type { getAssignment } from "#contract/courses/assignment.ts";
import type { Output } from "#web/api.ts";

export type Assignment = Output<typeof getAssignment>;

/** How it stands with an assignment, in a line. */
export function standingOf({ submissions, draft, creatorName, needsAnswer }: Assignment): string {
  const state = submissions.at(-1)?.state;
  if (state === "ACCEPTED") return `Accepted by ${isolated(creatorName)}`;
  if (state === "SUBMITTED")
    return needsAnswer
      ? `Handed in, waiting for ${isolated(creatorName)}`
      : "Handed in. This lesson is complete.";
  if (!draft) return `You have handed in as often as is possible. Please write to ${isolated(creatorName)}.`;
  if (state === "RETURNED") return `${isolated(creatorName)} asks for another try`;
  return needsAnswer
    ? `The lesson is complete once ${isolated(creatorName)} has accepted what you hand in.`
    : "The lesson is complete once you have handed in your work.";
}
