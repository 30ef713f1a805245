import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { anyPerson } from "#contract/team/roles.ts";

const tags = ["Accounts"];

/** Who invited the holder of an invitation's link, and to what. */
const InvitationNotice = z.object({ kind: z.enum(["TEAM", "AFFILIATE"]), name: z.string() });

export const getInvitation = endpoint({
  method: "GET",
  url: "/api/auth/invitation",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary: "Who sent the invitation of this link, for the sign-in page; null when it is no longer open",
    querystring: z.object({ token: z.string().max(400) }),
    response: { 200: z.object({ invitation: InvitationNotice.nullable() }) },
  },
});

export const openOwnStore = endpoint({
  method: "POST",
  url: "/api/auth/store",
  config: {
    access: "creator",
    roles: anyPerson,
    recentSignIn:
      "not needed: gives the person an empty store of their own, which nobody sees until they fill it",
  },
  schema: {
    tags,
    summary: "Open a store of one's own, with its free trial, and act for it in this browser",
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
