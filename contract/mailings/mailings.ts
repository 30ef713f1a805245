import { z } from "zod";
import { Deleted } from "#contract/deletions/deletions.ts";
import type { RichDocument } from "#contract/document/document.ts";
import { mailPlaceholderProblem, readersSubjectPlaceholders } from "#contract/document/mail-placeholders.ts";
import { MailRichText } from "#contract/document/rich-text.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, oneLine, Revision, Timestamp, PlaceCursor } from "#contract/values.ts";
import { Audience } from "./audience.ts";

const tags = ["Mailings"];
const limit = { points: 120, seconds: 60 };
const params = z.object({ id: Id });
const done = z.object({ success: z.literal(true) });

/**
 * LATE: it could not leave at its time, and nobody got it; the creator says whether it still goes. SENT: nobody of it waits
 * any more. STOPPED: those who waited get nothing.
 */
export const MailingState = z.enum(["DRAFT", "SCHEDULED", "LATE", "SENDING", "SENT", "STOPPED"]);
export type MailingState = z.infer<typeof MailingState>;

/** What became of everybody whom a mailing was for: the five sum up to `audience`. */
const outcomes = {
  audience: z.int(),
  sent: z.int(),
  /** It was not to be sent to them; each says why. */
  skipped: z.int(),
  /** The mail server refused it. */
  failed: z.int(),
  /** No answer came: it may have arrived, and is not sent again. */
  unknown: z.int(),
  waiting: z.int(),
};
export const MailingOutcomes = z.object(outcomes);
export type MailingOutcomes = z.infer<typeof MailingOutcomes>;

/** When it is to leave: `on` is a clock's time (2026-03-09T09:00), in each person's zone or in the creator's. */
const Schedule = z.object({
  on: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, "Choose a day and a time"),
  byPersonZone: z.boolean(),
});

/** The same as it was kept. */
const KeptSchedule = z.object({ on: z.string(), byPersonZone: z.boolean() });

const summary = {
  id: Id,
  subject: z.string(),
  state: MailingState,
  /** Null: not planned, or at once. */
  schedule: KeptSchedule.nullable(),
  /** When its audience was fixed, and when its last mail was settled. */
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
  updatedAt: Timestamp,
};

export const MailingSummary = z.object({ ...summary, outcomes: MailingOutcomes.nullable() });
export type MailingSummary = z.infer<typeof MailingSummary>;

export const Mailing = z.object({
  ...summary,
  content: z.custom<RichDocument>(),
  audience: Audience,
  /** What `{product}` and `{link}` are; without one `{link}` is the store. */
  productId: Id.nullable(),
  /** What `{code}` is; links to products bring it along. */
  couponId: Id.nullable(),
  revision: Revision,
});
export type Mailing = z.infer<typeof Mailing>;

const Subject = oneLine(120).superRefine((subject, context) => {
  const problem = mailPlaceholderProblem(subject, readersSubjectPlaceholders);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

/** What a creator writes; a draft may still lack its subject. */
export const MailingInput = z.object({
  subject: Subject,
  content: MailRichText,
  audience: Audience,
  productId: Id.nullable(),
  couponId: Id.nullable(),
});
export type MailingInput = z.input<typeof MailingInput>;

export const listMailings = endpoint({
  method: "GET",
  url: "/api/mailings",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The creator's mailings, the newest first",
    querystring: z.object({
      cursor: PlaceCursor.optional(),
    }),
    response: { 200: z.object({ mailings: z.array(MailingSummary), nextCursor: z.string().nullable() }) },
  },
});

export const createMailing = endpoint({
  method: "POST",
  url: "/api/mailings",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 30, seconds: 60 },
    recentSignIn: notNeeded.editing,
  },
  schema: {
    tags,
    summary: "Begin a mailing: an empty draft, or one with what is given",
    body: MailingInput.partial(),
    response: { 201: Mailing },
  },
});

export const getMailing = endpoint({
  method: "GET",
  url: "/api/mailings/:id",
  config: { access: "creator", roles: admins },
  schema: { tags, summary: "One of the creator's mailings", params, response: { 200: Mailing } },
});

export const updateMailing = endpoint({
  method: "PUT",
  url: "/api/mailings/:id",
  config: { access: "creator", roles: admins, limit, recentSignIn: notNeeded.editing },
  schema: {
    tags,
    summary:
      "Write a draft; 409 where it was changed since the revision that is named, or is no draft any more",
    params,
    body: MailingInput.extend({ revision: Revision }),
    response: { 200: Mailing },
  },
});

export const deleteMailing = endpoint({
  method: "DELETE",
  url: "/api/mailings/:id",
  config: { access: "creator", roles: admins, limit, recentSignIn: notNeeded.undoable },
  schema: { tags, summary: "Delete a draft", params, response: { 200: Deleted } },
});

/** Why people whom the conditions fit get nothing, and how many of them. */
export const LeftOut = z.object({ reason: z.string(), people: z.int() });

export const countAudience = endpoint({
  method: "GET",
  url: "/api/mailings/:id/audience",
  config: { access: "creator", roles: admins, limit },
  schema: {
    tags,
    summary: "How many people a mailing is for as it is saved, how many get it, and why the others do not",
    params,
    response: {
      200: z.object({
        audience: z.int(),
        recipients: z.int(),
        leftOut: z.array(LeftOut),
        /** How many mails may leave today; what is over waits for the next days. */
        roomToday: z.int(),
      }),
    },
  },
});

/** BLOCK: it cannot leave like this. WARN: it can, and the creator may want to look at it. */
export const MailingProblem = z.object({ level: z.enum(["BLOCK", "WARN"]), message: z.string() });
export type MailingProblem = z.infer<typeof MailingProblem>;

export const checkMailing = endpoint({
  method: "GET",
  url: "/api/mailings/:id/problems",
  config: { access: "creator", roles: admins, limit },
  schema: {
    tags,
    summary: "What keeps a mailing from leaving, and what its creator may want to look at",
    params,
    response: { 200: z.object({ problems: z.array(MailingProblem), kilobytes: z.number() }) },
  },
});

export const previewMailing = endpoint({
  method: "GET",
  url: "/api/mailings/:id/preview",
  config: { access: "creator", roles: admins, limit },
  schema: {
    tags,
    summary: "The mail as it would leave, with examples in the place of its placeholders: HTML, or its text",
    params,
    querystring: z.object({ as: z.enum(["light", "dark", "text"]).default("light") }),
  },
});

export const sendTestMailing = endpoint({
  method: "POST",
  url: "/api/mailings/:id/test-mail",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 10, seconds: 3_600 },
    recentSignIn: notNeeded.testEmail,
  },
  schema: { tags, summary: "Send it to the address of whoever asks", params, response: { 200: done } },
});

export const scheduleMailing = endpoint({
  method: "POST",
  url: "/api/mailings/:id/schedule",
  config: { access: "creator", roles: admins, limit, recentSignIn: "required" },
  schema: {
    tags,
    summary:
      "Send a draft, or one that is late, now or at a time; 409 where it was changed since that revision",
    params,
    body: z.object({ revision: Revision, schedule: Schedule.nullable() }),
    response: { 200: Mailing },
  },
});

export const unscheduleMailing = endpoint({
  method: "POST",
  url: "/api/mailings/:id/unschedule",
  config: { access: "creator", roles: admins, limit, recentSignIn: notNeeded.stops },
  schema: {
    tags,
    summary: "Make a draft again of a mailing that has not begun",
    params,
    response: { 200: Mailing },
  },
});

export const stopMailing = endpoint({
  method: "POST",
  url: "/api/mailings/:id/stop",
  config: { access: "creator", roles: admins, limit, recentSignIn: notNeeded.stops },
  schema: {
    tags,
    summary: "Send no more of it: who waits gets nothing. It cannot go on afterwards",
    params,
    response: { 200: Mailing },
  },
});
