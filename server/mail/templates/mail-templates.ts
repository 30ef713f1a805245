import { z } from "zod";
import type { Services } from "#server/services.ts";
import type { RenderedMail } from "#server/mail/render-mail.ts";
import { renderAffiliateInvitation } from "./affiliate-invitation.ts";
import { renderDispute } from "./dispute.ts";
import { renderNewReview } from "./new-review.ts";
import { renderFileVersion } from "./file-version.ts";
import { renderReceipt } from "./receipt.ts";
import { renderRefund } from "./refund.ts";
import { renderRefundFailed } from "./refund-failed.ts";
import { renderRenewal } from "./renewal.ts";
import { renderRenewalFailed } from "./renewal-failed.ts";
import { renderShipped } from "./shipped.ts";
import { renderSocialNotice } from "./social-notice.ts";

export type MailTemplate<Data extends z.ZodType = z.ZodType> = {
  /** What the outbox keeps. */
  data: Data;
  render(services: Services, data: z.output<Data>): Promise<RenderedMail>;
};

const template = <Data extends z.ZodType>(template: MailTemplate<Data>): MailTemplate<Data> => template;

/** Every mail that goes through the outbox. Codes do not: see `send-code.ts`. */
export const mailTemplates = {
  "affiliate-invitation": template({
    data: z.object({ affiliateId: z.uuid() }),
    render: renderAffiliateInvitation,
  }),
  "new-review": template({
    data: z.object({ productId: z.uuid(), customerId: z.uuid() }),
    render: renderNewReview,
  }),
  receipt: template({
    data: z.object({
      orderId: z.uuid(),
      upsellId: z.uuid().optional(),
      /** Free orders of the same creator and address, from the minutes after the last receipt. */
      alsoOrderIds: z.array(z.uuid()).optional(),
    }),
    render: renderReceipt,
  }),
  refund: template({
    data: z.object({ orderId: z.uuid(), requestKey: z.string() }),
    render: renderRefund,
  }),
  renewal: template({ data: z.object({ orderId: z.uuid() }), render: renderRenewal }),
  "renewal-failed": template({ data: z.object({ billId: z.uuid() }), render: renderRenewalFailed }),
  "refund-failed": template({ data: z.object({ refundId: z.uuid() }), render: renderRefundFailed }),
  dispute: template({ data: z.object({ disputeId: z.uuid() }), render: renderDispute }),
  shipped: template({ data: z.object({ orderItemId: z.uuid() }), render: renderShipped }),
  "file-version": template({
    data: z.object({ downloadId: z.uuid(), uploadId: z.uuid() }),
    render: renderFileVersion,
  }),
  "social-notice": template({
    data: z.object({ ruleId: z.uuid(), since: z.iso.datetime(), until: z.iso.datetime() }),
    render: renderSocialNotice,
  }),
};

/** What each template needs. */
export type MailData = {
  [Name in keyof typeof mailTemplates]: z.input<(typeof mailTemplates)[Name]["data"]>;
};
