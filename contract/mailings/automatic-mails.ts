import { z } from "zod";
import type { RichDocument } from "#contract/document/document.ts";
import { endpoint } from "#contract/endpoint.ts";
import { notNeeded } from "#contract/recent-sign-in-reasons.ts";
import { admins } from "#contract/team/roles.ts";
import { Id, Revision, Timestamp } from "#contract/values.ts";
import { automaticMailKinds, mostDays } from "./automatic-kinds.ts";
import { LeftOut, MailingInput, MailingOutcomes, MailingProblem } from "./mailings.ts";

const tags = ["Automatic mails"];
const limit = { points: 120, seconds: 60 };
const params = z.object({ id: Id });
const done = z.object({ success: z.literal(true) });

const AutomaticMailKind = z.enum(automaticMailKinds);

/** How long after what happened; 0: at once. */
const Days = z.int().min(0).max(mostDays, `Choose ${mostDays} days at most`);

const summary = {
  id: Id,
  kind: AutomaticMailKind,
  /** Only what happens with this product; null: with any that has no mail of its own. */
  product: z.object({ id: Id, title: z.string() }).nullable(),
  days: z.int(),
  subject: z.string(),
  /** Null while it is off. What happened before it gives nobody a mail. */
  switchedOnAt: Timestamp.nullable(),
  outcomes: MailingOutcomes.omit({ audience: true }),
};

export const AutomaticMailSummary = z.object(summary);
export type AutomaticMailSummary = z.infer<typeof AutomaticMailSummary>;

export const AutomaticMail = z.object({
  ...summary,
  content: z.custom<RichDocument>(),
  /** What `{link}` leads to; who has it gets no mail. Without one it is the store. */
  offerProductId: Id.nullable(),
  /** What `{code}` is; links to products bring it along. */
  couponId: Id.nullable(),
  /** Why people got none, the most frequent reasons first. */
  skipped: z.array(LeftOut),
  revision: Revision,
});
export type AutomaticMail = z.infer<typeof AutomaticMail>;

export const AutomaticMailInput = MailingInput.pick({ subject: true, content: true, couponId: true }).extend({
  days: Days,
  offerProductId: Id.nullable(),
});
export type AutomaticMailInput = z.input<typeof AutomaticMailInput>;

export const listAutomaticMails = endpoint({
  method: "GET",
  url: "/api/automatic-mails",
  config: { access: "creator", roles: admins },
  schema: {
    tags,
    summary: "The creator's automatic mails, and what became of them",
    response: { 200: z.array(AutomaticMailSummary) },
  },
});

export const createAutomaticMail = endpoint({
  method: "POST",
  url: "/api/automatic-mails",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 30, seconds: 60 },
    recentSignIn: notNeeded.automation,
  },
  schema: {
    tags,
    summary: "Begin one with words to change, switched off; where there is one of that kind it is that one",
    body: z.object({ kind: AutomaticMailKind, productId: Id.nullable() }),
    response: { 201: AutomaticMail },
  },
});

export const getAutomaticMail = endpoint({
  method: "GET",
  url: "/api/automatic-mails/:id",
  config: { access: "creator", roles: admins },
  schema: { tags, summary: "One of the creator's automatic mails", params, response: { 200: AutomaticMail } },
});

export const updateAutomaticMail = endpoint({
  method: "PUT",
  url: "/api/automatic-mails/:id",
  config: { access: "creator", roles: admins, limit, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary:
      "Write it; who waits gets the new words. 409 where it was changed since that revision, 422 where it is on and could not leave like this",
    params,
    body: AutomaticMailInput.extend({ revision: Revision }),
    response: { 200: AutomaticMail },
  },
});

export const switchAutomaticMail = endpoint({
  method: "PUT",
  url: "/api/automatic-mails/:id/switched-on",
  config: { access: "creator", roles: admins, limit, recentSignIn: notNeeded.automation },
  schema: {
    tags,
    summary:
      "Switch it on, for what happens from now on, or off: who waits gets nothing. 422 where it could not leave",
    params,
    body: z.object({ isOn: z.boolean() }),
    response: { 200: AutomaticMail },
  },
});

export const deleteAutomaticMail = endpoint({
  method: "DELETE",
  url: "/api/automatic-mails/:id",
  config: {
    access: "creator",
    roles: admins,
    limit,
    recentSignIn: "not needed: stops one kind of email, which can be written again",
  },
  schema: { tags, summary: "Delete it: who waits gets nothing", params, response: { 200: done } },
});

export const checkAutomaticMail = endpoint({
  method: "GET",
  url: "/api/automatic-mails/:id/problems",
  config: { access: "creator", roles: admins, limit },
  schema: {
    tags,
    summary: "What keeps it from leaving as it is saved, and what its creator may want to look at",
    params,
    response: { 200: z.array(MailingProblem) },
  },
});

export const previewAutomaticMail = endpoint({
  method: "GET",
  url: "/api/automatic-mails/:id/preview",
  config: { access: "creator", roles: admins, limit },
  schema: {
    tags,
    summary: "The mail as it would leave, with examples in the place of its placeholders: HTML, or its text",
    params,
    querystring: z.object({ as: z.enum(["light", "dark", "text"]).default("light") }),
  },
});

export const sendTestAutomaticMail = endpoint({
  method: "POST",
  url: "/api/automatic-mails/:id/test-mail",
  config: {
    access: "creator",
    roles: admins,
    limit: { points: 10, seconds: 3_600 },
    recentSignIn: notNeeded.testEmail,
  },
  schema: { tags, summary: "Send it to the address of whoever asks", params, response: { 200: done } },
});
