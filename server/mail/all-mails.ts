import type { z } from "zod";
import { accountMails } from "#server/features/accounts/mails.ts";
import { affiliateMails } from "#server/features/affiliates/mails.ts";
import { cartMails } from "#server/features/carts/mails.ts";
import { courseMails } from "#server/features/courses/mails.ts";
import { downloadMails } from "#server/features/downloads/mails.ts";
import { bookingMails } from "#server/features/bookings/mails.ts";
import { workOrderMails } from "#server/features/work-orders/mails.ts";
import { eventMails } from "#server/features/events/mails.ts";
import { leavingMails } from "#server/features/leaving/mails.ts";
import { mailingListMails } from "#server/features/mailing-list/mails.ts";
import { mailingMails } from "#server/features/mailings/mails.ts";
import { membershipMails } from "#server/features/memberships/mails.ts";
import { notificationMails } from "#server/features/notifications/mails.ts";
import { operatorMails } from "#server/features/operator/mails.ts";
import { orderMails } from "#server/features/orders/mails.ts";
import { reviewMails } from "#server/features/reviews/mails.ts";
import { teamMails } from "#server/features/team/mails.ts";
import { socialMails } from "#server/features/social/mails.ts";

/** Every mail that goes through the outbox. Codes do not: see `send-code.ts`. */
export const allMails = {
  ...accountMails,
  ...affiliateMails,
  ...cartMails,
  ...courseMails,
  ...downloadMails,
  ...eventMails,
  ...bookingMails,
  ...workOrderMails,
  ...leavingMails,
  ...mailingListMails,
  ...mailingMails,
  ...membershipMails,
  ...notificationMails,
  ...operatorMails,
  ...orderMails,
  ...reviewMails,
  ...socialMails,
  ...teamMails,
};

/** What each template needs. */
export type MailData = {
  [Name in keyof typeof allMails]: z.input<(typeof allMails)[Name]["data"]>;
};

/** The templates of which `admitMail` counts those to addresses that nobody proved or paid for. */
export type CountedTemplate = {
  [Name in keyof typeof allMails]: (typeof allMails)[Name]["limit"] extends "unproven-address" ? Name : never;
}[keyof typeof allMails];
