import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { forSupport } from "#contract/team/roles.ts";
import { Id, IdempotencyKey, longText, multiLine, Revision, Timestamp } from "#contract/values.ts";
import { mostLongAnswer } from "./brief-limits.ts";
import { BriefQuestion, QuestionId } from "./service-terms.ts";
import { mostDeliveredFiles, mostDeliveryMessage } from "./delivery-limits.ts";

const tags = ["Services"];

export const WorkState = z.enum(["WAITING", "TO_DO", "DELIVERED"]);
export type WorkState = z.infer<typeof WorkState>;

const asked = {
  questions: z.array(BriefQuestion),
  /** By the ids of the questions. */
  answers: z.record(z.string(), z.string()),
};

const moments = {
  /** When the brief was sent; null while it is waited for, and where the work was delivered without one. */
  sentAt: Timestamp.nullable(),
  /** Until when it is promised; null where nothing is. */
  dueAt: Timestamp.nullable(),
  /** When its creator began: the brief stays as it is since then. */
  startedAt: Timestamp.nullable(),
  /** When something was delivered last. */
  deliveredAt: Timestamp.nullable(),
};

/** What was delivered in one press, the newest first. */
const Delivery = z.object({
  id: Id,
  /** 1 for the first. */
  number: z.int(),
  message: z.string(),
  deliveredAt: Timestamp,
  files: z.array(
    z.object({
      id: Id,
      name: z.string(),
      sizeBytes: z.int(),
      /** A link that is good for 12 hours, and while the order is open. */
      url: z.string(),
    }),
  ),
});

/** A service that was bought, as its buyer sees it. */
export const BoughtWork = z.object({
  title: z.string(),
  seller: z.string(),
  state: WorkState,
  ...asked,
  ...moments,
  deliveryDays: z.int().nullable(),
  /** The brief can still be sent or changed. */
  canChange: z.boolean(),
  deliveries: z.array(Delivery),
  revision: Revision,
});
export type BoughtWork = z.infer<typeof BoughtWork>;

const line = z.object({ id: Id, itemId: Id });

export const getBoughtWork = endpoint({
  method: "GET",
  url: "/api/buyer-orders/:id/items/:itemId/work",
  config: { access: "buyer", limit: { points: 120, seconds: 60 } },
  schema: {
    tags,
    summary:
      "A bought service: its brief, how it stands, and what was delivered; 404 where its order is not open",
    params: line,
    response: { 200: BoughtWork },
  },
});

export const saveBrief = endpoint({
  method: "PUT",
  url: "/api/buyer-orders/:id/items/:itemId/brief",
  config: { access: "buyer", limit: { points: 30, seconds: 60 } },
  schema: {
    tags,
    summary: "Send the brief of a bought service, or change it until its creator begins",
    params: line,
    body: z.object({
      answers: z
        .array(z.object({ questionId: QuestionId, text: longText(mostLongAnswer) }))
        .max(20, "At most 20 answers"),
      revision: Revision,
    }),
    response: { 200: BoughtWork },
  },
});

export const downloadWorkFile = endpoint({
  method: "GET",
  url: "/api/work-file/:token",
  config: { access: "buyer" },
  schema: {
    tags,
    summary: "A delivered file, by the link that its order names; ranges are supported",
    params: z.object({ token: z.string().max(400) }),
  },
});

const listed = {
  /** Of the line that was bought. */
  id: Id,
  orderId: Id,
  /** The order's. */
  number: z.int().nullable(),
  productTitle: z.string(),
  quantity: z.int(),
  name: z.string(),
  email: z.string(),
  paidAt: Timestamp,
  state: WorkState,
  ...moments,
  /** Why its buyer gets no files of it: the bank holds the payment, or it was paid back or taken away. */
  closed: z.enum(["DISPUTED", "REVOKED"]).nullable(),
};

/** A service that was sold. */
export const WorkOrder = z.object(listed);
export type WorkOrder = z.infer<typeof WorkOrder>;

/** The same with all that was asked, answered and delivered. */
export const WorkOrderPage = z.object({
  ...listed,
  ...asked,
  deliveries: z.array(Delivery.omit({ files: true }).extend({ files: z.array(z.string()) })),
});
export type WorkOrderPage = z.infer<typeof WorkOrderPage>;

export const listWorkOrders = endpoint({
  method: "GET",
  url: "/api/work-orders",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary:
      "The creator's sold services: to do by when they are due, waiting for a brief, delivered, or paid back",
    querystring: z.object({
      show: z.enum(["TO_DO", "WAITING", "DELIVERED", "CLOSED"]).default("TO_DO"),
      /** Words of a buyer's name or address, of a title, or an order's number. */
      q: z.string().max(200).optional(),
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      perPage: z.coerce.number().int().min(1).max(100).default(25),
    }),
    response: {
      200: z.object({
        workOrders: z.array(WorkOrder),
        total: z.int(),
        /** How many are to be done, up to 100. */
        toDo: z.int(),
      }),
    },
  },
});

const workOrder = z.object({ id: Id });

export const getWorkOrder = endpoint({
  method: "GET",
  url: "/api/work-orders/:id",
  config: { access: "creator", roles: forSupport },
  schema: {
    tags,
    summary: "A sold service with its brief and what was delivered",
    params: workOrder,
    response: { 200: WorkOrderPage },
  },
});

export const startWork = endpoint({
  method: "POST",
  url: "/api/work-orders/:id/start",
  config: { access: "creator", roles: forSupport, recentSignIn: notNeeded.casework },
  schema: {
    tags,
    summary: "Begin: the brief stays as it is from now on",
    params: workOrder,
    response: { 200: WorkOrderPage },
  },
});

export const deliverWork = endpoint({
  method: "POST",
  url: "/api/work-orders/:id/deliveries",
  config: {
    access: "creator",
    roles: forSupport,
    limit: { points: 120, seconds: 3600 },
    recentSignIn: notNeeded.casework,
  },
  schema: {
    tags,
    summary: "Deliver: a message, files, or both; again for a revision. The buyer gets a mail",
    params: workOrder,
    body: z.object({
      idempotencyKey: IdempotencyKey,
      message: multiLine(mostDeliveryMessage).default(""),
      /** Of the creator's own uploads. */
      uploadIds: z.array(Id).max(mostDeliveredFiles, `At most ${mostDeliveredFiles} files`).default([]),
    }),
    response: { 200: WorkOrderPage },
  },
});
