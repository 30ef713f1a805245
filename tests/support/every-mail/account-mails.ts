import { randomUUID } from "node:crypto";
import { accountDeletions } from "#server/database/schema/account-deletions.ts";
import { accountEvents } from "#server/database/schema/account-events.ts";
import { accountExports } from "#server/database/schema/account-exports.ts";
import { abuseReports } from "#server/database/schema/operators.ts";
import { makeColleague, makeInvitation } from "#tests/support/team-factory.ts";
import { makeCreator } from "#tests/support/factories.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import type { MailWordsOfPeople } from "./mail-words.ts";

const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";

/** Mails to the creator about their own account: its security, and an export of everything. */
export async function makeAccountMails(app: TestApp, ownerId: string, words: MailWordsOfPeople) {
  const { db, clock } = app.services;
  const by = { userAgent, ip: "203.0.113.9" };
  const from = "before@example.com";
  const details = {
    SIGNED_IN: { method: "CODE", ...by },
    SIGNED_OUT_ELSEWHERE: by,
    PASSKEY_ADDED: { name: words.title.slice(0, 60), ...by },
    PASSKEY_REMOVED: { name: words.title.slice(0, 60), ...by },
    TEAM_JOINED: { name: words.title.slice(0, 60), email: from, role: "SUPPORT" },
    TEAM_ROLE_CHANGED: { name: words.title.slice(0, 60), email: from, role: "ADMIN", before: "SUPPORT" },
    TEAM_LEFT: { name: words.title.slice(0, 60), email: from, role: "EDITOR" },
    PAYOUTS_CONNECTED: { provider: "sandbox", ...by },
    CODES_TURNED_OFF: by,
    CODES_TURNED_ON: by,
    RECOVERY_CODES_MADE: by,
    RECOVERY_CODE_USED: { left: "9", ...by },
    SIGN_IN_RESET_STARTED: { endsAt: "2026-12-01T00:00:00.000Z" },
    SIGN_IN_RESET_CANCELED: by,
    SIGN_IN_RESET: {},
    EMAIL_CHANGED: { from, to: "after@example.com", changeId: randomUUID(), ...by },
    DELETION_ASKED_FOR: by,
    DELETION_TAKEN_BACK: by,
    SENDER_NAME_APPROVED: { name: words.title.slice(0, 60) },
    SENDER_NAME_DECLINED: { name: words.title.slice(0, 60), reason: words.title.slice(0, 60) },
    STORE_SUSPENDED: { reason: words.title.slice(0, 60) },
    STORE_REINSTATED: {},
    EMAIL_TAKEN_BACK: { from, to: "after@example.com", changeId: randomUUID(), ...by },
  } as const;
  const kinds = Object.keys(details) as (keyof typeof details)[];
  const events = await db
    .insert(accountEvents)
    .values(kinds.map((kind) => ({ ownerId, kind, detail: details[kind], createdAt: clock.now() })))
    .returning({ id: accountEvents.id, kind: accountEvents.kind });
  const now = clock.now();
  const [ready, failed] = await db
    .insert(accountExports)
    .values([
      {
        ownerId,
        withFiles: true,
        state: "READY",
        run: randomUUID(),
        seenAt: now,
        sizeBytes: 1,
        readyAt: now,
        expiresAt: new Date(now.getTime() + 7 * 86_400_000),
      },
      { ownerId, withFiles: false, state: "FAILED", seenAt: now },
    ])
    .returning({ id: accountExports.id });
  const colleague = await makeColleague(app, { id: ownerId }, "SUPPORT");
  const invitation = await makeInvitation(app, { id: ownerId }, { email: "invited@example.com" });
  const leaving = await makeCreator(app);
  await db.insert(accountDeletions).values({
    ownerId: leaving.id,
    askedAt: now,
    dueAt: new Date(now.getTime() + 86_400_000),
    closedWith: { productIds: [], socialAccountIds: [], mailings: [] },
  });
  await db.insert(abuseReports).values({
    ownerId,
    reason: "FRAUD",
    words: words.title.slice(0, 60),
    visitorHash: randomUUID(),
    createdAt: now,
  });
  return [
    ["report-digest", { since: new Date(now.getTime() - 86_400_000).toISOString() }] as const,
    ["team-invitation", { invitationId: invitation.id }] as const,
    ["team-joined", { ownerId, userId: colleague.id }] as const,
    ["account-deletion", { ownerId: leaving.id, news: "TOMORROW" }, "deletion: tomorrow"] as const,
    ["account-deletion", { ownerId: leaving.id, news: "GONE" }, "deletion: done"] as const,
    ["account-export", { exportId: ready?.id }, "export: ready"] as const,
    ["account-export", { exportId: failed?.id }, "export: failed"] as const,
    ...events.map(({ id, kind }) => ["account-notice", { eventId: id }, `account: ${kind}`] as const),
    [
      "account-notice",
      { eventId: events[0]?.id, changeId: randomUUID() },
      "account: to an address of before",
    ] as const,
  ];
}
