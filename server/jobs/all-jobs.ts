import { cdnJobs } from "#server/cdn/purge-cdn.ts";
import { accountJobs } from "#server/features/accounts/jobs.ts";
import { affiliateJobs } from "#server/features/affiliates/jobs.ts";
import { analyticsJobs } from "#server/features/analytics/jobs.ts";
import { buyerJobs } from "#server/features/buyers/jobs.ts";
import { cartJobs } from "#server/features/carts/jobs.ts";
import { checkoutJobs } from "#server/features/checkout/jobs.ts";
import { courseJobs } from "#server/features/courses/jobs.ts";
import { downloadJobs } from "#server/features/downloads/jobs.ts";
import { bookingJobs } from "#server/features/bookings/jobs.ts";
import { workOrderJobs } from "#server/features/work-orders/jobs.ts";
import { eventJobs } from "#server/features/events/jobs.ts";
import { fileJobs } from "#server/features/files/jobs.ts";
import { operatorJobs } from "#server/features/operator/jobs.ts";
import { orderJobs } from "#server/features/orders/jobs.ts";
import { leavingJobs } from "#server/features/leaving/jobs.ts";
import { ledgerJobs } from "#server/features/ledger/jobs.ts";
import { mailingListJobs } from "#server/features/mailing-list/jobs.ts";
import { mailingJobs } from "#server/features/mailings/jobs.ts";
import { membershipJobs } from "#server/features/memberships/jobs.ts";
import { notificationJobs } from "#server/features/notifications/jobs.ts";
import { payoutJobs } from "#server/features/payouts/jobs.ts";
import { planJobs } from "#server/features/plans/jobs.ts";
import { postJobs } from "#server/features/posts/jobs.ts";
import { socialJobs } from "#server/features/social/jobs.ts";
import { tagJobs } from "#server/features/tags/jobs.ts";
import { mailJobs } from "#server/mail/jobs.ts";
import { paymentJobs } from "#server/payments/jobs.ts";
import { sandboxJobs } from "#server/payments/sandbox/jobs.ts";
import { xJobs } from "#server/platforms/x/jobs.ts";
import type { Job } from "./job.ts";
import { keepFailedJobs } from "./keep-failed-jobs.ts";
import { removeWhatEnded } from "./remove-what-ended.ts";

/** Every job there is. */
export const allJobs: readonly Job[] = [
  ...accountJobs,
  ...affiliateJobs,
  ...analyticsJobs,
  ...buyerJobs,
  ...cartJobs,
  ...checkoutJobs,
  ...courseJobs,
  ...downloadJobs,
  ...planJobs,
  ...eventJobs,
  ...bookingJobs,
  ...workOrderJobs,
  ...fileJobs,
  ...leavingJobs,
  ...ledgerJobs,
  ...operatorJobs,
  ...orderJobs,
  ...mailingListJobs,
  ...mailingJobs,
  ...membershipJobs,
  ...notificationJobs,
  ...mailJobs,
  ...tagJobs,
  ...paymentJobs,
  ...payoutJobs,
  ...postJobs,
  ...socialJobs,
  ...sandboxJobs,
  ...xJobs,
  ...cdnJobs,
  removeWhatEnded,
  keepFailedJobs,
];
