import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { anyPerson } from "#contract/team/roles.ts";
import { Email } from "#contract/values.ts";
import { AskedForCode } from "./asked-for-code.ts";
import { User } from "./accounts.ts";

const tags = ["Accounts"];

/** How long the address of before can be taken back. */
export const takeBackDays = 7;

export const requestEmailChange = endpoint({
  method: "POST",
  url: "/api/auth/email/request-code",
  config: {
    access: "creator",
    roles: anyPerson,
    limit: { points: 20, seconds: 3600 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary:
      "Send a code to the address that the account is to have; the answer is the same for every address, and one that has an account of its own gets no code",
    body: z.object({ email: Email }),
    response: { 200: AskedForCode.extend({ success: z.literal(true) }) },
  },
});

export const changeEmail = endpoint({
  method: "POST",
  url: "/api/auth/email",
  config: {
    access: "creator",
    roles: anyPerson,
    limit: { points: 10, seconds: 60 },
    recentSignIn: "required",
  },
  schema: {
    tags,
    summary:
      "Change the account's address with the code that was sent to the new one. The old one is told, and can take it back for 7 days; every other browser is signed out.",
    body: z.object({ email: Email, code: z.string().regex(/^\d{6}$/, "Enter the 6 digits from the email") }),
    response: { 200: User },
  },
});

export const takeBackEmail = endpoint({
  method: "POST",
  url: "/api/auth/email/take-back",
  config: { access: "public", limit: { points: 20, seconds: 3600 } },
  schema: {
    tags,
    summary:
      "Give an account the address back that it had, with the link that was mailed there: every browser is signed out, and every passkey removed",
    body: z.object({ token: z.string().max(200) }),
    response: { 200: z.object({ email: z.string() }) },
  },
});
