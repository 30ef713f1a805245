import type { IdCall } from "./creator-calls.ts";

/** What a creator does about their team, and about the teams that they are on. */
export const teamCalls: Record<string, IdCall> = {
  "POST /api/team/invitations/:id/mail": { ids: { "params.id": "invitation" } },
  "DELETE /api/team/invitations/:id": { ids: { "params.id": "invitation" } },
  "PATCH /api/team/members/:id": { ids: { "params.id": "colleague" }, body: () => ({ role: "EDITOR" }) },
  "DELETE /api/team/members/:id": { ids: { "params.id": "colleague" } },
  "POST /api/my-teams/invitations/:id/accept": { ids: { "params.id": "ownInvitation" } },
  "DELETE /api/my-teams/invitations/:id": { ids: { "params.id": "ownInvitation" } },
  "DELETE /api/my-teams/:id": { ids: { "params.id": "team" } },
  "PUT /api/my-teams/acting-for": { ids: { "body.storeId": "team" } },
};
