import type { Services } from "#server/services.ts";
import { allMails } from "./all-mails.ts";
import { inertHeader } from "./hostile-words.ts";
import { singleLine } from "./mail-headers.ts";
import type { MailTemplate } from "./mail-template.ts";
import { MailRefused, type RenderedMail } from "./mailer.ts";

/**
 * Renders a mail of the outbox from what it says now in the database. Whatever people wrote, its subject and sender hold no
 * link and no address. Throws `MailRefused` when nothing can come of it.
 */
export async function renderMail(services: Services, template: string, data: unknown): Promise<RenderedMail> {
  if (!isTemplate(allMails, template)) throw new MailRefused(`There is no template called ${template}`);
  // Data and renderer belong together; the compiler cannot see it across all templates.
  const { data: schema, load } = allMails[template] as MailTemplate;
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw new MailRefused(`The data is not what the template ${template} needs`);
  const render = await load();
  const { subject, fromName, ...mail } = await render(services, parsed.data);
  return {
    ...mail,
    subject: singleLine(inertHeader(subject)),
    ...(fromName !== undefined && { fromName: inertHeader(fromName) }),
  };
}

function isTemplate<Templates extends object>(
  templates: Templates,
  name: string,
): name is keyof Templates & string {
  return Object.hasOwn(templates, name);
}
