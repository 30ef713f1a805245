import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { Id, Timestamp } from "#contract/values.ts";
import { anyPerson } from "./roles.ts";
import { TeamRole } from "./team.ts";

const tags = ["Team"];

const success = { 200: z.object({ success: z.literal(true) }) };
const params = z.object({ id: Id });

/** A store that somebody works for: its creator's id, and what it is called. */
const Store = z.object({ id: Id, name: z.string(), handle: z.string(), role: TeamRole });

export const listOwnTeams = endpoint({
  method: "GET",
  url: "/api/my-teams",
  config: { access: "creator", roles: anyPerson },
  schema: {
    tags,
    summary: "The stores whose team the signed-in person is on, and the invitations to their address",
    response: {
      200: z.object({
        /** Whose store they act for in this browser; their own id for their own. */
        actingFor: Id,
        own: z.object({ id: Id, name: z.string(), handle: z.string() }),
        stores: z.array(Store),
        invitations: z.array(Store.omit({ id: true }).extend({ id: Id, expiresAt: Timestamp })),
      }),
    },
  },
});

export const acceptInvitation = endpoint({
  method: "POST",
  url: "/api/my-teams/invitations/:id/accept",
  config: {
    access: "creator",
    roles: anyPerson,
    recentSignIn:
      "not needed: joins a store that invited this very address, and opens nothing of the person's own",
  },
  schema: {
    tags,
    summary:
      "Join the team that an invitation to the account's own address is to, and act for that store in this browser",
    params,
    response: { 200: z.object({ storeId: Id }) },
  },
});

export const declineInvitation = endpoint({
  method: "DELETE",
  url: "/api/my-teams/invitations/:id",
  config: { access: "creator", roles: anyPerson, recentSignIn: notNeeded.endsAccess },
  schema: { tags, summary: "Decline an invitation to the account's own address", params, response: success },
});

export const leaveTeam = endpoint({
  method: "DELETE",
  url: "/api/my-teams/:id",
  config: { access: "creator", roles: anyPerson, recentSignIn: notNeeded.endsAccess },
  schema: {
    tags,
    summary: "Leave the team of a store, named by its creator's id",
    params,
    response: success,
  },
});

export const chooseStore = endpoint({
  method: "PUT",
  url: "/api/my-teams/acting-for",
  config: { access: "creator", roles: anyPerson, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary: "Act for another store in this browser: one whose team the person is on, or their own",
    body: z.object({ storeId: Id }),
    response: success,
  },
});
