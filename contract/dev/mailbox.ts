import { z } from "zod";
import { endpoint } from "#contract/endpoint.ts";
import { Id, Timestamp } from "#contract/values.ts";

const tags = ["Development"];

/** A mail in the mailbox that stands in for a mail server. */
export const MailboxMail = z.object({
  id: Id,
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Small files of text that it carries. */
  attachments: z.array(z.object({ fileName: z.string(), contentType: z.string(), content: z.string() })),
  sentAt: Timestamp,
});
export type MailboxMail = z.infer<typeof MailboxMail>;

/** A mail in a list: without its parts. */
export const MailboxEntry = MailboxMail.pick({
  id: true,
  to: true,
  from: true,
  subject: true,
  sentAt: true,
}).extend({
  /** How the text begins. */
  preview: z.string(),
  /** The one-time code of a mail that carries one. */
  code: z.string().nullable(),
});
export type MailboxEntry = z.infer<typeof MailboxEntry>;

export const listMailbox = endpoint({
  method: "GET",
  url: "/api/dev/mailbox",
  config: { access: "demo" },
  schema: {
    tags,
    summary: "The newest 100 mails, to one address or to all; newest first",
    querystring: z.object({ to: z.string().max(254).optional() }),
    response: { 200: z.array(MailboxMail) },
  },
});

export const listMailboxEntries = endpoint({
  method: "GET",
  url: "/api/dev/mailbox/entries",
  config: { access: "demo" },
  schema: {
    tags,
    summary: "The newest 100 mails in short, to addresses that contain a text; newest first",
    querystring: z.object({ search: z.string().max(254).optional() }),
    response: { 200: z.array(MailboxEntry) },
  },
});

export const getMailboxMail = endpoint({
  method: "GET",
  url: "/api/dev/mailbox/:id",
  config: { access: "demo" },
  schema: { tags, summary: "One mail", params: z.object({ id: Id }), response: { 200: MailboxMail } },
});

/** As a file to save, of its own type. */
export const getMailboxAttachment = endpoint({
  method: "GET",
  url: "/api/dev/mailbox/:id/attachments/:fileName",
  config: { access: "demo" },
  schema: {
    tags,
    summary: "A file that a mail carries",
    params: z.object({ id: Id, fileName: z.string().max(100) }),
  },
});

export const getMailboxHtml = endpoint({
  method: "GET",
  url: "/api/dev/mailbox/:id/html",
  config: { access: "demo" },
  schema: {
    tags,
    summary: "The HTML of one mail, as a page that runs no script",
    params: z.object({ id: Id }),
  },
});
