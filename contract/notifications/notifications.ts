import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { everybodyOfTheTeam, ownerOnly } from "#contract/team/roles.ts";
import { Id, Timestamp, PlaceCursor } from "#contract/values.ts";
import { mailChoices, notificationKinds } from "./kinds.ts";

const tags = ["Notifications"];
const success = z.object({ success: z.literal(true) });

export const Notification = z.object({
  id: Id,
  kind: z.enum(notificationKinds),
  title: z.string(),
  text: z.string(),
  /** The page where the thing stands. */
  href: z.string(),
  isRead: z.boolean(),
  createdAt: Timestamp,
});
export type Notification = z.infer<typeof Notification>;

export const listNotifications = endpoint({
  method: "GET",
  url: "/api/notifications",
  config: { access: "creator", roles: everybodyOfTheTeam },
  schema: {
    tags,
    summary:
      "What the creator was told in the app, the newest first; for somebody on the store's team what concerns their role, since they joined",
    querystring: z.object({
      cursor: PlaceCursor.optional(),
    }),
    response: { 200: z.object({ notifications: z.array(Notification), nextCursor: z.string().nullable() }) },
  },
});

/** More than so many unread ones are not counted. */
export const unreadAtMost = 100;

export const getUnread = endpoint({
  method: "GET",
  url: "/api/notifications/unread",
  config: { access: "creator", roles: everybodyOfTheTeam },
  schema: {
    tags,
    summary:
      "How many notifications whoever asks has not read, and the first sale until its creator has seen it celebrated",
    response: {
      200: z.object({
        /** 100 stands for more than 99. */
        unread: z.int().min(0).max(unreadAtMost),
        firstSale: z
          .object({ orderId: Id, title: z.string(), totalCents: z.int().min(0), currency: z.string() })
          .nullable(),
        /** Up to where this knows: the stream tells of what came after. */
        mark: z.string(),
      }),
    },
  },
});

export const markNotificationsRead = endpoint({
  method: "POST",
  url: "/api/notifications/read",
  config: { access: "creator", roles: everybodyOfTheTeam, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary: "Mark one notification as read, or all of them",
    body: z.object({ id: Id.optional() }),
    response: { 200: success },
  },
});

export const dismissFirstSale = endpoint({
  method: "POST",
  url: "/api/notifications/first-sale/dismiss",
  config: { access: "creator", roles: ownerOnly, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary: "The creator has seen their first sale celebrated",
    response: { 200: success },
  },
});

/** By what ways one kind of news reaches whoever asks. Of a team's members it is always in the app, and never shown by browsers. */
export const NotificationChoice = z.object({
  kind: z.enum(notificationKinds),
  mail: z.enum(mailChoices),
  inApp: z.boolean(),
  push: z.boolean(),
});
export type NotificationChoice = z.infer<typeof NotificationChoice>;

export const listNotificationChoices = endpoint({
  method: "GET",
  url: "/api/notification-choices",
  config: { access: "creator", roles: everybodyOfTheTeam },
  schema: {
    tags,
    summary:
      "By what ways each kind of news reaches whoever asks: of a store's team, each that concerns their role",
    response: { 200: z.object({ choices: z.array(NotificationChoice) }) },
  },
});

export const saveNotificationChoice = endpoint({
  method: "PATCH",
  url: "/api/notification-choices/:kind",
  config: { access: "creator", roles: everybodyOfTheTeam, recentSignIn: notNeeded.personal },
  schema: {
    tags,
    summary:
      "Choose by what ways one kind of news comes; what is left out stays as it is. Somebody on the store's team chooses mails alone",
    params: z.object({ kind: z.enum(notificationKinds) }),
    body: NotificationChoice.omit({ kind: true }).partial(),
    response: { 200: NotificationChoice },
  },
});

const linkParams = z.object({ token: z.string().max(200) });

export const stopSaleMails = endpoint({
  method: "POST",
  url: "/api/sale-mails/:token",
  // A mail program's own servers press it for all who use that program.
  config: { access: "public", limit: { points: 600, seconds: 60 } },
  schema: {
    tags,
    summary:
      "End the mails about a creator's own sales, as RFC 8058 does it: a POST of any form, without a cookie. The answer is the same for every token",
    params: linkParams,
    response: { 200: success },
  },
});

export const openSaleMails = endpoint({
  method: "GET",
  url: "/api/sale-mails/:token",
  config: { access: "public", limit: { points: 60, seconds: 60 } },
  schema: {
    tags,
    summary:
      "Where a person who follows that link chooses their mails: leads on to the settings, and changes nothing",
    params: linkParams,
  },
});
