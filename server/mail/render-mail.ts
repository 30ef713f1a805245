import type { Services } from "#server/services.ts";
import { inertLine } from "./hostile-words.ts";
import { singleLine } from "./mail-headers.ts";
import { type Mail, MailRefused } from "./mailer.ts";
import type { MailTemplate } from "./templates/mail-templates.ts";

/** A mail without its recipient and identity. */
export type RenderedMail = Omit<Mail, "messageId" | "to">;

/**
 * Renders a mail of the outbox from what it says now in the database. Whatever people wrote, its subject and sender hold no
 * link and no address. Throws `MailRefused` when nothing can come of it.
 */
export async function renderMail(services: Services, template: string, data: unknown): Promise<RenderedMail> {
  // Loaded with the first mail: React and its mail components cost every start half a second.
  const { mailTemplates } = await import("./templates/mail-templates.ts");
  if (!isTemplate(mailTemplates, template)) throw new MailRefused(`There is no template called ${template}`);
  // Data and renderer belong together; the compiler cannot see it across all templates.
  const { data: schema, render } = mailTemplates[template] as MailTemplate;
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new MailRefused(`The data is not what the template ${template} needs`);
  const { subject, fromName, ...mail } = await render(services, parsed.data);
  return {
    ...mail,
    subject: singleLine(inertLine(subject)),
    ...(fromName !== undefined && { fromName: inertLine(fromName) }),
  };
}

function isTemplate<Templates extends object>(
  templates: Templates,
  name: string,
): name is keyof Templates & string {
  return Object.hasOwn(templates, name);
}
