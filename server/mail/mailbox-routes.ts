import { desc, eq, sql } from "drizzle-orm";
import * as contract from "#contract/dev/mailbox.ts";
import type { Db } from "#server/database/client.ts";
import { mailbox } from "#server/database/schema/delivery.ts";
import { NotFound } from "#server/errors.ts";
import type { App } from "#server/http/http.ts";
import { sendInFrame } from "./send-in-frame.ts";
import type { Services } from "#server/services.ts";

const newest = 100;

/** The mailbox of local mode, for people, tests and scripts. */
export function mailboxRoutes(app: App, { db }: Services): void {
  app.route({
    ...contract.listMailbox,
    handler: async ({ query: { to } }) =>
      db
        .select()
        .from(mailbox)
        .where(to === undefined ? undefined : eq(sql`lower(${mailbox.to})`, to.trim().toLowerCase()))
        .orderBy(desc(mailbox.sentAt), desc(mailbox.id))
        .limit(newest),
  });

  app.route({
    ...contract.listMailboxEntries,
    handler: async ({ query: { search } }) => {
      const wanted = search?.trim().toLowerCase();
      const rows = await db
        .select({
          id: mailbox.id,
          to: mailbox.to,
          from: mailbox.from,
          subject: mailbox.subject,
          sentAt: mailbox.sentAt,
          text: mailbox.text,
        })
        .from(mailbox)
        .where(wanted ? sql`position(${wanted} in lower(${mailbox.to})) > 0` : undefined)
        .orderBy(desc(mailbox.sentAt), desc(mailbox.id))
        .limit(newest);
      return rows.map(({ text, ...entry }) => ({
        ...entry,
        preview: text.replaceAll(/\s+/g, " ").slice(0, 140),
        code: /^\d{6}$/m.exec(text)?.[0] ?? null,
      }));
    },
  });

  app.route({ ...contract.getMailboxMail, handler: ({ params: { id } }) => getMail(db, id) });

  app.route({
    ...contract.getMailboxAttachment,
    handler: async ({ params: { id, fileName } }, reply) => {
      const { attachments } = await getMail(db, id);
      const file = attachments.find((attachment) => attachment.fileName === fileName);
      if (!file) throw NotFound();
      return reply
        .type(file.contentType)
        .header("content-disposition", `attachment; filename="${file.fileName}"`)
        .send(file.content);
    },
  });

  app.route({
    ...contract.getMailboxHtml,
    handler: async ({ params: { id } }, reply) => {
      const { html } = await getMail(db, id);
      return sendInFrame(reply, html);
    },
  });
}

async function getMail(db: Db, id: string) {
  const [mail] = await db.select().from(mailbox).where(eq(mailbox.id, id));
  if (!mail) throw NotFound();
  return mail;
}
