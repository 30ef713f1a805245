import { and, desc, eq, gte, isNull, lt, or, sql } from "drizzle-orm";
import { automationRules, keywordResponses, socialAccounts } from "#server/database/schema/social.ts";
import { dmConversations, socialEvents } from "#server/database/schema/social-messages.ts";
import { inertLine, titleInSubject } from "#server/mail/hostile-words.ts";
import { MailRefused, type RenderedMail } from "#server/mail/mailer.ts";
import { deskLinks } from "#server/mail/layout/desk-links.ts";
import type { Services } from "#server/services.ts";
import { ourMasthead } from "#server/mail/layout/masthead.ts";
import { mailPage } from "#server/mail/layout/mail-page.ts";
import { callToAction, paragraph } from "#server/mail/layout/mail-parts.ts";

type Notice = { ruleId?: string | undefined; accountId?: string | undefined; since: string; until: string };

const shown = 20;
/** So many characters of a message are quoted: twenty of them leave the email smaller than what inboxes cut. */
const longestQuote = 500;

/**
 * Tells a creator what one of their rules or responses noticed within a few minutes, or who asked for a person on an account,
 * at most twenty of it one by one.
 */
export async function renderSocialNotice(services: Services, notice: Notice): Promise<RenderedMail> {
  const { db } = services;
  const about = notice.ruleId
    ? await aboutNotifier(db, notice.ruleId)
    : await aboutAccount(db, notice.accountId);
  const noticed = and(
    about.events,
    gte(socialEvents.decidedAt, new Date(notice.since)),
    lt(socialEvents.decidedAt, new Date(notice.until)),
  );
  const events = await db
    .select({
      kind: socialEvents.kind,
      username: sql<
        string | null
      >`coalesce(${socialEvents.personUsername}, ${dmConversations.participantUsername})`,
      text: socialEvents.text,
      conversationId: socialEvents.conversationId,
    })
    .from(socialEvents)
    .leftJoin(dmConversations, eq(dmConversations.id, socialEvents.conversationId))
    .where(noticed)
    .orderBy(desc(socialEvents.id))
    .limit(shown);
  const total = await db.$count(socialEvents, noticed);
  const people = total === 1 ? "1 person" : `${total} people`;
  const { intro, footer } = about;
  const lines = events.map(({ kind, username, text }) => {
    const who = username ? `@${inertLine(username)}` : "Somebody";
    const said = inertLine(text ?? "");
    if (said.length > longestQuote)
      return `${who} ${verbs[kind] ?? "wrote"}. Their message is long: read it in your conversations.`;
    return `${who} ${verbs[kind] ?? "wrote"}${said && `: ${said}`}`;
  });
  if (total > shown) lines.push(`and ${total - shown} more`);
  const [first] = events;
  const only = total === 1 && first?.conversationId ? `&conversation=${first.conversationId}` : "";
  const link = (await deskLinks(services, about.ownerId))(`/social?tab=conversations${only}`);
  return {
    subject: `${about.subject}: ${people}`,
    text: [intro, "", ...lines, "", "Open your conversations:", link, "", footer].join("\n"),
    html: await mailPage({
      preview: lines[0] ?? intro,
      masthead: ourMasthead,
      title: `${about.title}: ${people}`,
      children: [
        paragraph(intro),
        ...lines.map((line) => paragraph(line)),
        callToAction(link, "Open your conversations"),
      ],
      footer,
    }),
  };
}

async function aboutNotifier(db: Services["db"], id: string) {
  const found = (await findRule(db, id)) ?? (await findResponse(db, id));
  if (!found) throw new MailRefused("The rule or response was deleted");
  return {
    ownerId: found.ownerId,
    events: or(
      eq(socialEvents.notifiedBy, id),
      // Events from before notices were written down by themselves.
      and(
        isNull(socialEvents.notifiedBy),
        eq(socialEvents.automationRuleId, id),
        eq(socialEvents.outcome, "OWNER_NOTIFIED"),
      ),
    ),
    subject: titleInSubject(found.name),
    title: inertLine(found.name),
    intro: `Your ${found.kind} "${inertLine(found.name)}" on @${inertLine(found.username)} noticed:`,
    footer: `You get this email because your ${found.kind} notifies you.`,
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

async function aboutAccount(db: Services["db"], accountId = "") {
  const [account] = await db
    .select({ ownerId: socialAccounts.userId, username: socialAccounts.username })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, accountId));
  if (!account) throw new MailRefused("The account was disconnected");
  const title = `Asked for a person on @${inertLine(account.username)}`;
  return {
    ownerId: account.ownerId,
    events: and(eq(socialEvents.socialAccountId, accountId), eq(socialEvents.outcome, "HANDED_OVER")),
    subject: title,
    title,
    intro: `Somebody asked for a person instead of automatic replies on @${inertLine(account.username)}. Automation is paused in their conversation until you answer or a day has passed:`,
    footer: "You get this email because a fan asked for a person in one of your conversations.",
  };
}

const verbs: Partial<Record<(typeof socialEvents.$inferSelect)["kind"], string>> = {
  MESSAGE: "wrote",
  STORY_REPLY: "answered your story",
  COMMENT: "commented",
  MENTION: "mentioned you",
  FOLLOW: "follows you",
};
