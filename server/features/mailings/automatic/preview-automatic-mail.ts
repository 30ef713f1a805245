import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { automaticKinds, type AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import type { previewAutomaticMail as contract } from "#contract/mailings/automatic-mails.ts";
import type { MailingProblem } from "#contract/mailings/mailings.ts";
import { getPersonAddress } from "#server/database/person-address.ts";
import { Invalid, NotFound } from "#server/errors.ts";
import { examineMailing } from "#server/features/mailings/check-mailing.ts";
import { orSayWhy, renderExample, shownAs } from "#server/features/mailings/preview-mailing.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import type { SignedIn } from "#server/http/http.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import type { Services } from "#server/services.ts";
import { type AutomaticParts, findAutomaticParts } from "./automatic-parts.ts";

type Asking = Pick<SignedIn, "creatorId" | "personId">;

type Needs = Pick<Services, "pool" | "config" | "clock">;
type As = z.output<(typeof contract)["schema"]["querystring"]>["as"];

/** An automatic mail as it would leave, with examples. Throws 404, and 422 for one that is too long. */
export async function previewAutomaticMail(
  services: Needs,
  ownerId: string,
  id: string,
  as: As,
): Promise<string> {
  const parts = await getOwnParts(services, ownerId, id);
  return shownAs(as, await orSayWhy(renderAutomaticExample(services, parts)));
}

/** The same to the address of whoever asks. Throws as above, and 422 for one without a subject. */
export async function sendTestAutomaticMail(
  services: Services,
  { creatorId: ownerId, personId }: Asking,
  id: string,
): Promise<void> {
  const parts = await getOwnParts(services, ownerId, id);
  if (parts.subject === "") throw Invalid({ subject: "It has no subject yet" });
  await orSayWhy(renderAutomaticExample(services, parts));
  await queueMail(services.db, {
    event: `automatic-mail-test:${randomUUID()}`,
    recipient: await getPersonAddress(services.pool, personId),
    template: "automatic-mail-test",
    data: { automaticMailId: id },
  });
}

export async function renderAutomaticTest(
  services: Needs,
  { automaticMailId }: { automaticMailId: string },
): Promise<RenderedMail> {
  const parts = await findAutomaticParts(services.pool, automaticMailId, services.clock.now());
  if (!parts) throw new MailRefused("The mail is no more");
  return renderAutomaticExample(services, parts);
}

/** What keeps it from leaving, and what its creator may want to look at. Throws 404. */
export async function checkAutomaticMail(
  services: Needs,
  ownerId: string,
  id: string,
): Promise<MailingProblem[]> {
  return examineAutomatic(services, await getOwnParts(services, ownerId, id));
}

/** The same of one that was read. */
export async function examineAutomatic(
  services: Pick<Services, "pool" | "config">,
  parts: AutomaticParts,
): Promise<MailingProblem[]> {
  const { problems } = await examineMailing(services, parts, { product: parts.kind !== "WELCOME" });
  return problems;
}

async function getOwnParts(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  id: string,
): Promise<AutomaticParts> {
  const parts = await findAutomaticParts(pool, id, clock.now());
  if (parts?.ownerId !== ownerId) throw NotFound("Automatic mail not found");
  return parts;
}

const examples: Record<AutomaticMailKind, string | null> = {
  WELCOME: null,
  AFTER_PURCHASE: "Your product",
  NEW_POST: "The title of your post",
  COURSE_REMINDER: "Your course",
};

const renderAutomaticExample = (services: Needs, parts: AutomaticParts): Promise<RenderedMail> =>
  renderExample(services, parts, {
    product: parts.ofProduct ?? examples[parts.kind],
    // Where their readers find what they have.
    ...(!automaticKinds[parts.kind].leadsAnywhere && { linkPath: "/members" }),
  });
