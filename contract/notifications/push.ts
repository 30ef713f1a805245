import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { anyPerson } from "#contract/team/roles.ts";
import { Id, Timestamp } from "#contract/values.ts";

const tags = ["Notifications"];

/** A signed-in browser that shows notifications by itself. */
export const PushBrowser = z.object({
  id: Id,
  /** Its push service's address, by which it knows itself. */
  endpoint: z.string(),
  userAgent: z.string(),
  createdAt: Timestamp,
});
export type PushBrowser = z.infer<typeof PushBrowser>;

export const listPushBrowsers = endpoint({
  method: "GET",
  url: "/api/push-browsers",
  config: { access: "creator", roles: anyPerson },
  schema: {
    tags,
    summary: "The browsers that show the creator's notifications, and the key that they subscribe with",
    response: { 200: z.object({ publicKey: z.string(), browsers: z.array(PushBrowser) }) },
  },
});

/** Exactly so many bytes, padded or not. */
const base64Url = (bytes: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}={0,2}$`),
      "This is no key of a browser's",
    );

export const addPushBrowser = endpoint({
  method: "POST",
  url: "/api/push-browsers",
  config: {
    access: "creator",
    roles: anyPerson,
    limit: { points: 30, seconds: 600 },
    recentSignIn: notNeeded.personal,
  },
  schema: {
    tags,
    summary: "Let this browser show the creator's notifications, for as long as it is signed in",
    body: z.object({
      /** As `PushSubscription.toJSON()` gives it. */
      endpoint: z.url().max(1_000),
      keys: z.object({ p256dh: base64Url(65), auth: base64Url(16) }),
    }),
    response: { 200: PushBrowser },
  },
});

export const removePushBrowser = endpoint({
  method: "DELETE",
  url: "/api/push-browsers/:id",
  config: { access: "creator", roles: anyPerson, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary: "No notifications on a browser any more",
    params: z.object({ id: Id }),
    response: { 200: z.object({ success: z.literal(true) }) },
  },
});
