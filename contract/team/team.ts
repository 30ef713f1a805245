import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { Email, Id, Timestamp } from "#contract/values.ts";
import { ownerOnly, teamRoles } from "./roles.ts";

const tags = ["Team"];

/** How many a store has at most, invitations that wait among them. */
export const mostColleagues = 20;
/** How long an invitation can be taken. */
export const invitationDays = 7;

export const TeamRole = z.enum(teamRoles, "Choose what they may do");

export const Colleague = z.object({
  /** Their account's. */
  id: Id,
  name: z.string(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  role: TeamRole,
  since: Timestamp,
});
export type Colleague = z.infer<typeof Colleague>;

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: TeamRole,
  sentAt: Timestamp,
  expiresAt: Timestamp,
  /** It cannot be taken any more, unless it is mailed again. */
  isExpired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

const success = { 200: z.object({ success: z.literal(true) }) };
const params = z.object({ id: Id });

export const listTeam = endpoint({
  method: "GET",
  url: "/api/team",
  config: { access: "creator", roles: ownerOnly },
  schema: {
    tags,
    summary: "Who works for the store besides its owner, and whom an invitation waits for",
    response: { 200: z.object({ members: z.array(Colleague), invitations: z.array(Invitation) }) },
  },
});

export const inviteColleague = endpoint({
  method: "POST",
  url: "/api/team/invitations",
  config: {
    access: "creator",
    roles: ownerOnly,
    limit: { points: 20, seconds: 3600 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary:
      "Invite an address to the team, by mail, for 7 days. 409 where the team is full; 422 for who is on it or invited",
    body: z.object({ email: Email, role: TeamRole }),
    response: { 201: Invitation },
  },
});

export const resendInvitation = endpoint({
  method: "POST",
  url: "/api/team/invitations/:id/mail",
  config: {
    access: "creator",
    roles: ownerOnly,
    limit: { points: 20, seconds: 3600 },
    recentSignIn:
      "not needed: repeats an invitation that was made with a recent sign-in, to the same address, once a day",
  },
  schema: {
    tags,
    summary: "Mail an invitation again, which can be taken for 7 days more; once a day, else 409",
    params,
    response: { 200: Invitation },
  },
});

export const withdrawInvitation = endpoint({
  method: "DELETE",
  url: "/api/team/invitations/:id",
  config: { access: "creator", roles: ownerOnly, recentSignIn: notNeeded.endsAccess },
  schema: { tags, summary: "Take an invitation back", params, response: success },
});

export const changeRole = endpoint({
  method: "PATCH",
  url: "/api/team/members/:id",
  config: { access: "creator", roles: ownerOnly, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Change what somebody on the team may do, from their next call on",
    params,
    body: z.object({ role: TeamRole }),
    response: { 200: Colleague },
  },
});

export const removeColleague = endpoint({
  method: "DELETE",
  url: "/api/team/members/:id",
  config: { access: "creator", roles: ownerOnly, recentSignIn: "required" },
  schema: {
    tags,
    summary: "Remove somebody from the team: their next call is for their own store",
    params,
    response: success,
  },
});
