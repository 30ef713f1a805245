import { z } from "zod";
import { defineMail } from "#server/mail/mail-template.ts";

export const orderMails = {
  receipt: defineMail({
    limit: "unproven-address",
    data: z.object({
      orderId: z.uuid(),
      upsellId: z.uuid().optional(),
      /** Free orders of the same creator and address, from the minutes after the last receipt. */
      alsoOrderIds: z.array(z.uuid()).optional(),
    }),
    load: async () => (await import("./mails/receipt.ts")).renderReceipt,
  }),
  refund: defineMail({
    limit: "payment",
    data: z.object({ orderId: z.uuid(), requestKey: z.string() }),
    load: async () => (await import("./mails/refund.ts")).renderRefund,
  }),
  "refund-requested": defineMail({
    limit: "payment",
    data: z.object({ requestId: z.uuid() }),
    load: async () => (await import("./mails/refund-requested.ts")).renderRefundRequested,
  }),
  "refund-request": defineMail({
    limit: "payment",
    data: z.object({ requestId: z.uuid(), news: z.enum(["RECEIVED", "GRANTED", "DECLINED"]) }),
    load: async () => (await import("./mails/refund-request.ts")).renderRefundRequest,
  }),
  withdrawal: defineMail({
    limit: "unproven-address",
    data: z.object({ withdrawalId: z.uuid() }),
    load: async () => (await import("./mails/withdrawal.ts")).renderWithdrawal,
  }),
  "refund-failed": defineMail({
    limit: "payment",
    data: z.object({ refundId: z.uuid() }),
    load: async () => (await import("./mails/refund-failed.ts")).renderRefundFailed,
  }),
  dispute: defineMail({
    limit: "payment",
    data: z.object({ disputeId: z.uuid() }),
    load: async () => (await import("./mails/dispute.ts")).renderDispute,
  }),
  shipped: defineMail({
    limit: "unproven-address",
    data: z.object({ orderItemId: z.uuid() }),
    load: async () => (await import("./mails/shipped.ts")).renderShipped,
  }),
};
