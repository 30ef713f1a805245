import { and, desc, eq, gte, isNull, lt, or } from "drizzle-orm";
import { automationRules, keywordResponses, socialAccounts } from "#server/database/schema/social.ts";
import { socialEvents } from "#server/database/schema/social-messages.ts";
import { titleInSubject } from "#server/mail/hostile-words.ts";
import { inertLine } from "#server/mail/hostile-words.ts";
import { singleLine } from "#server/mail/mail-headers.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";

type Notice = { ruleId: string; since: string; until: string };

const shown = 20;

/** Tells a creator what one of their rules or responses noticed within a few minutes, at most twenty of it one by one. */
export async function renderSocialNotice(
  services: Services,
  { ruleId, since, until }: Notice,
): Promise<RenderedMail> {
  const { db } = services;
  const rule = (await findRule(db, ruleId)) ?? (await findResponse(db, ruleId));
  if (!rule) throw new MailRefused("The rule or response was deleted");
  const noticed = and(
    or(
      eq(socialEvents.notifiedBy, ruleId),
      // Events from before notices were written down by themselves.
      and(
        isNull(socialEvents.notifiedBy),
        eq(socialEvents.automationRuleId, ruleId),
        eq(socialEvents.outcome, "OWNER_NOTIFIED"),
      ),
    ),
    gte(socialEvents.decidedAt, new Date(since)),
    lt(socialEvents.decidedAt, new Date(until)),
  );
  const events = await db
    .select({
      kind: socialEvents.kind,
      username: socialEvents.personUsername,
      text: socialEvents.text,
    })
    .from(socialEvents)
    .where(noticed)
    .orderBy(desc(socialEvents.id))
    .limit(shown);
  const total = await db.$count(socialEvents, noticed);
  const title = `${titleInSubject(rule.name)}: ${total === 1 ? "1 person" : `${total} people`}`;
  const intro = `Your ${rule.kind} "${singleLine(inertLine(rule.name), 120)}" on @${singleLine(inertLine(rule.username), 60)} noticed:`;
  const lines = events.map(({ kind, username, text }) => {
    const who = username ? `@${singleLine(inertLine(username), 60)}` : "Somebody";
    return `${who} ${verbs[kind] ?? "wrote"}${text ? `: ${singleLine(inertLine(text), 200)}` : ""}`;
  });
  if (total > shown) lines.push(`and ${total - shown} more`);
  const link = (await deskLinks(services, rule.ownerId))("/social?tab=conversations");
  const footer = `You get this email because your ${rule.kind} notifies you.`;
  return {
    subject: title,
    text: [intro, "", ...lines, "", "Open your conversations:", link, "", footer].join("\n"),
    html: await mailPage({
      preview: lines[0] ?? intro,
      masthead: ourMasthead,
      title,
      children: [
        paragraph(intro),
        ...lines.map((line) => paragraph(line)),
        callToAction(link, "Open your conversations"),
      ],
      footer,
    }),
  };
}

async function findRule(db: Services["db"], id: string) {
  const [rule] = await db
    .select({
      ownerId: automationRules.userId,
      name: automationRules.ruleName,
      username: socialAccounts.username,
    })
    .from(automationRules)
    .innerJoin(socialAccounts, eq(socialAccounts.id, automationRules.socialAccountId))
    .where(eq(automationRules.id, id));
  return rule && { ...rule, kind: "automation rule" };
}

async function findResponse(db: Services["db"], id: string) {
  const [response] = await db
    .select({
      ownerId: keywordResponses.userId,
      name: keywordResponses.keyword,
      username: socialAccounts.username,
    })
    .from(keywordResponses)
    .innerJoin(socialAccounts, eq(socialAccounts.id, keywordResponses.socialAccountId))
    .where(eq(keywordResponses.id, id));
  return response && { ...response, kind: "keyword response" };
}

const verbs: Partial<Record<(typeof socialEvents.$inferSelect)["kind"], string>> = {
  MESSAGE: "wrote",
  STORY_REPLY: "answered your story",
  COMMENT: "commented",
  MENTION: "mentioned you",
  FOLLOW: "follows you",
};
