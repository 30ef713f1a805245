import { z } from "zod";
import { AskedForCode } from "#contract/accounts/asked-for-code.ts";
import { endpoint } from "#contract/endpoint.ts";
import { Email, Id, Timestamp } from "#contract/values.ts";

const tags = ["Members"];

/** The address is proved: the answer carries a bearer token of 24 hours, and this browser a cookie of 30 days. */
const Verified = z.object({ verified: z.literal(true), sessionToken: z.string(), message: z.string() });

/** A browser in which a buyer's address is proved. */
export const MemberBrowser = z.object({
  id: Id,
  current: z.boolean(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
});
export type MemberBrowser = z.infer<typeof MemberBrowser>;

const limit = { points: 30, seconds: 60 };
const success = { 200: z.object({ success: z.literal(true) }) };

export const requestMemberAccess = endpoint({
  method: "POST",
  url: "/api/membership/request-access",
  config: { access: "public", limit: { points: 30, seconds: 3600 } },
  schema: {
    tags,
    summary: "Send a code and a link to a buyer's address; the answer is the same for every address",
    body: z.object({ email: Email }),
    response: { 200: AskedForCode.extend({ success: z.literal(true), message: z.string() }) },
  },
});

export const verifyMemberCode = endpoint({
  method: "POST",
  url: "/api/membership/verify-token",
  config: { access: "public", limit: { points: 10, seconds: 60 } },
  schema: {
    tags,
    summary: "Prove an address with the emailed code, in the browser that asked for it",
    body: z.object({ email: Email, token: z.string().max(100) }),
    response: { 200: Verified },
  },
});

export const openMemberLink = endpoint({
  method: "POST",
  url: "/api/membership/open-link",
  config: { access: "public", limit: { points: 10, seconds: 60 } },
  schema: {
    tags,
    summary: "Prove an address with the emailed link, in any browser; it works once, for 10 minutes",
    body: z.object({ token: z.string().max(200) }),
    response: { 200: Verified },
  },
});

export const getMember = endpoint({
  method: "GET",
  url: "/api/membership/me",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary: "The address that this browser or bearer has proved; 401 where it has proved none",
    response: { 200: z.object({ email: z.string() }) },
  },
});

export const signOutMember = endpoint({
  method: "POST",
  url: "/api/membership/sign-out",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Forget the proved address in this browser, and what was paid in it",
    response: success,
  },
});

export const listMemberBrowsers = endpoint({
  method: "GET",
  url: "/api/membership/browsers",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "The browsers in which this address is proved",
    response: { 200: z.array(MemberBrowser) },
  },
});

export const endMemberBrowser = endpoint({
  method: "DELETE",
  url: "/api/membership/browsers/:id",
  config: { access: "buyer", limit },
  schema: {
    tags,
    summary: "Sign one of these browsers out",
    params: z.object({ id: Id }),
    response: success,
  },
});

export const exportMemberData = endpoint({
  method: "GET",
  url: "/api/membership/export",
  config: { access: "buyer", limit: { points: 5, seconds: 3600 } },
  schema: { tags, summary: "Everything kept about this address, as a JSON file" },
});

export const eraseMember = endpoint({
  method: "POST",
  url: "/api/membership/erase",
  config: { access: "buyer", limit: { points: 5, seconds: 3600 } },
  schema: {
    tags,
    summary: "Remove what is kept about this address; orders stay, without a name or an address",
    body: z.object({
      /** Typed by the buyer, so that it does not happen by a slip. */
      email: Email,
    }),
    response: success,
  },
});
