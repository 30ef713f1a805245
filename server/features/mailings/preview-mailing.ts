import { randomUUID } from "node:crypto";
import type { previewMailing as contract } from "#contract/mailings/mailings.ts";
import type { z } from "zod";
import { getPersonAddress } from "#server/database/person-address.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { SignedIn } from "#server/http/http.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { tooLong } from "./check-mailing.ts";
import { composeMailing, findMailingParts, type LetterParts } from "./compose-mailing.ts";
import { getMailing } from "./read-mailings.ts";

type Asking = Pick<SignedIn, "creatorId" | "personId">;

type Needs = Pick<Services, "pool" | "config" | "clock">;
type As = z.output<(typeof contract)["schema"]["querystring"]>["as"];

const darkMode = "@media (prefers-color-scheme: dark)";

/**
 * A mailing as it would leave, with examples in the place of what is other for each recipient. A frame has no dark mode of
 * its own: the mail's own rules for it are made to hold, or not. Throws 404, and 422 for one that is too long.
 */
export async function previewMailing(services: Needs, ownerId: string, id: string, as: As): Promise<string> {
  await getMailing(services, ownerId, id);
  return shownAs(as, await orSayWhy(renderMailingTest(services, { mailingId: id })));
}

/** What a preview shows of a mail. */
export function shownAs(as: As, { html, text }: RenderedMail): string {
  if (as === "text") return text;
  return html.replaceAll(darkMode, as === "dark" ? "@media all" : "@media not all");
}

/** The same to the address of whoever asks. Throws as above, and 422 for one without a subject: it would not leave. */
export async function sendTestMailing(
  { db, ...services }: Services,
  { creatorId: ownerId, personId }: Asking,
  id: string,
): Promise<void> {
  await getMailing(services, ownerId, id);
  const parts = await findMailingParts(services.pool, id, services.clock.now());
  if (!parts) throw NotFound("Mailing not found");
  if (parts.subject === "") throw Invalid({ subject: "It has no subject yet" });
  await orSayWhy(renderMailingTest(services, { mailingId: id }));
  await queueMail(db, {
    event: `mailing-test:${randomUUID()}`,
    recipient: await getPersonAddress(services.pool, personId),
    template: "mailing-test",
    data: { mailingId: id },
  });
}

/** A mail that is made for its creator to see. Throws 422 for one that mail programs would cut. */
export async function orSayWhy(rendering: Promise<RenderedMail>): Promise<RenderedMail> {
  try {
    return await rendering;
  } catch (error) {
    throw error instanceof MailRefused ? Invalid({ content: tooLong }) : error;
  }
}

/** Of a mailing as it is now. */
export async function renderMailingTest(
  services: Needs,
  { mailingId }: { mailingId: string },
): Promise<RenderedMail> {
  const parts = await findMailingParts(services.pool, mailingId, services.clock.now());
  if (!parts) throw new MailRefused("The mailing is no more");
  return renderExample(services, parts);
}

/** A mail with examples in the place of what is other for each recipient. Its links lead where they say, count nothing and end nothing. */
export async function renderExample(
  services: Pick<Services, "pool" | "config">,
  parts: LetterParts,
  example: { product?: string | null; linkPath?: string } = {},
): Promise<RenderedMail> {
  const { publicUrl } = services.config;
  const { compiled, linkPath, product, code } = await composeMailing(services, parts);
  const { fill } = compiled;
  const { headers: _, ...mail } = fill({
    name: "Ada Example",
    product: example.product ?? product,
    code,
    link: new URL(example.linkPath ?? linkPath, publicUrl).href,
    unsubscribe: {
      page: new URL("/unsubscribe", publicUrl).href,
      oneClick: new URL("/unsubscribe", publicUrl).href,
    },
  });
  return mail;
}
