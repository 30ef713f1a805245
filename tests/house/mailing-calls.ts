import type { IdCall } from "./creator-calls.ts";

const ofBuyers = (productId: string) => ({
  match: "ALL",
  conditions: [{ type: "bought", is: true, productId, since: null }],
});

/** The calls about what a creator writes to many, or has sent by itself. */
export const mailingCalls: Record<string, IdCall> = {
  "POST /api/mailings": {
    ids: { "body.productId": "product", "body.couponId": "coupon", "body.audience": "product" },
    within: { "body.audience": ofBuyers },
  },
  "GET /api/mailings/:id": { ids: { "params.id": "mailing" } },
  "PUT /api/mailings/:id": {
    ids: {
      "params.id": "mailing",
      "body.productId": "product",
      "body.couponId": "coupon",
      "body.audience": "product",
    },
    within: { "body.audience": ofBuyers },
    body: () => ({
      subject: "Changed",
      content: { type: "doc", content: [{ type: "paragraph" }] },
      revision: 1,
    }),
  },
  "DELETE /api/mailings/:id": { ids: { "params.id": "mailing" } },
  "GET /api/mailings/:id/audience": { ids: { "params.id": "mailing" } },
  "GET /api/mailings/:id/problems": { ids: { "params.id": "mailing" } },
  "GET /api/mailings/:id/preview": { ids: { "params.id": "mailing" } },
  "POST /api/mailings/:id/test-mail": { ids: { "params.id": "mailing" } },
  "POST /api/mailings/:id/schedule": {
    ids: { "params.id": "readyMailing" },
    body: () => ({ revision: 1, schedule: null }),
  },
  "POST /api/mailings/:id/unschedule": { ids: { "params.id": "mailing" } },
  "POST /api/mailings/:id/stop": { ids: { "params.id": "begunMailing" } },
  "GET /api/mailings/:id/report": { ids: { "params.id": "begunMailing" } },
  // The place behind which a page begins: any id is one.
  "GET /api/mailings/:id/recipients": { ids: { "params.id": "begunMailing", "query.cursor": "mailing" } },
  "POST /api/automatic-mails": {
    ids: { "body.productId": "extra" },
    body: () => ({ kind: "AFTER_PURCHASE" }),
  },
  "GET /api/automatic-mails/:id": { ids: { "params.id": "automaticMail" } },
  "PUT /api/automatic-mails/:id": {
    ids: { "params.id": "automaticMail", "body.offerProductId": "product", "body.couponId": "coupon" },
    body: () => ({
      subject: "Changed",
      content: { type: "doc", content: [{ type: "paragraph" }] },
      days: 1,
      revision: 1,
    }),
  },
  "PUT /api/automatic-mails/:id/switched-on": {
    ids: { "params.id": "automaticMail" },
    body: () => ({ isOn: false }),
  },
  "DELETE /api/automatic-mails/:id": { ids: { "params.id": "automaticMail" } },
  "GET /api/automatic-mails/:id/problems": { ids: { "params.id": "automaticMail" } },
  "GET /api/automatic-mails/:id/preview": { ids: { "params.id": "automaticMail" } },
  "POST /api/automatic-mails/:id/test-mail": { ids: { "params.id": "automaticMail" } },
};
