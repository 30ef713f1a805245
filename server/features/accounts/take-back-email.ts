import { and, eq, gte, isNull } from "drizzle-orm";
import { brokenConstraint, type Db } from "#server/database/client.ts";
import { sessions, users } from "#server/database/schema/accounts.ts";
import { emailChanges, passkeys } from "#server/database/schema/passkeys.ts";
import { emailedCodesOff, recoveryCodes } from "#server/database/schema/recovery-codes.ts";
import { teamInvitations, teamMembers } from "#server/database/schema/team.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import { keyedToken, sameText } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { type ActingBrowser, sayActingBrowser } from "#server/database/acting-browser.ts";
import { setEmail } from "./change-email.ts";
import { areCodesOff } from "./recovery/emailed-codes.ts";
import { takeBackMs } from "./kept-email.ts";

/** The page where an address is taken back, for the mail that tells of its change: `<id>.<token>`. */
export const takeBackLink = (
  { config, secret }: Pick<Services, "config" | "secret">,
  changeId: string,
): string => new URL(`/take-back-email#${changeId}.${tokenOf(secret, changeId)}`, config.publicUrl).href;

const tokenOf = (secret: string, changeId: string) => keyedToken(secret, "email-take-back", changeId);

/**
 * Gives an account the address back that it had before a change, and closes every door that whoever changed it may have left
 * open: all its sessions end, its passkeys go (see `removeWaysInSince`), whoever was invited to its team or joined it since is off it, and of a
 * provider's identities only that of then signs in. The change, and what came after it, can be taken back no more. Throws 404
 * for a link that is not ours, was used or is older than a week, 409 where the address has another account now.
 */
export async function takeBackEmail(
  services: Services,
  token: string,
  client: ActingBrowser,
): Promise<{ email: string }> {
  const changeId = changeIdOf(services, token);
  if (changeId === undefined) throw linkEnded();
  try {
    return await services.db.transaction((tx) => takeBack(tx, services, changeId, client));
  } catch (error) {
    if (brokenConstraint(error) === "users_email_unique")
      throw Conflict("This address has an account of its own by now.", "EMAIL_TAKEN");
    throw error;
  }
}

async function takeBack(tx: Db, { clock }: Services, changeId: string, client: ActingBrowser) {
  const now = clock.now();
  const since = new Date(now.getTime() - takeBackMs);
  const [change] = await tx
    .update(emailChanges)
    .set({ closedAt: now })
    .where(
      and(eq(emailChanges.id, changeId), isNull(emailChanges.closedAt), gte(emailChanges.changedAt, since)),
    )
    .returning();
  if (!change) throw linkEnded();
  const { ownerId, fromEmail: email, fromSubject: oidcSubject, changedAt } = change;
  const later = and(
    eq(emailChanges.ownerId, ownerId),
    isNull(emailChanges.closedAt),
    gte(emailChanges.changedAt, changedAt),
  );
  await tx.update(emailChanges).set({ closedAt: now }).where(later);
  await sayActingBrowser(tx, client, now, { takesBack: true });
  await setEmail(tx, ownerId, email, now);
  // At a provider whoever changed it may have signed in by the new address: that is theirs no more.
  await tx.update(users).set({ oidcSubject }).where(eq(users.id, ownerId));
  await removeWaysInSince(tx, ownerId, changedAt);
  await tx.delete(sessions).where(eq(sessions.userId, ownerId));
  await tx
    .delete(teamInvitations)
    .where(and(eq(teamInvitations.ownerId, ownerId), gte(teamInvitations.createdAt, changedAt)));
  await tx
    .delete(teamMembers)
    .where(and(eq(teamMembers.ownerId, ownerId), gte(teamMembers.createdAt, changedAt)));
  return { email };
}

/**
 * Removes what whoever changed the address may have added to sign in with. Where emailed codes were off before the change they
 * stay off, or reading the old address's mail would be enough; the passkeys and recovery codes of before stay with them.
 */
async function removeWaysInSince(tx: Db, ownerId: string, changedAt: Date): Promise<void> {
  await tx
    .delete(emailedCodesOff)
    .where(and(eq(emailedCodesOff.ownerId, ownerId), gte(emailedCodesOff.since, changedAt)));
  const isProtected = await areCodesOff(tx, ownerId);
  const since = isProtected ? gte(passkeys.createdAt, changedAt) : undefined;
  await tx.delete(passkeys).where(and(eq(passkeys.ownerId, ownerId), since));
  await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.ownerId, ownerId), gte(recoveryCodes.createdAt, changedAt)));
}

function changeIdOf({ secret }: Pick<Services, "secret">, token: string): string | undefined {
  const [id = "", proof = ""] = token.split(".");
  const hasForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
  return hasForm && sameText(proof, tokenOf(secret, id)) ? id : undefined;
}

const linkEnded = () =>
  NotFound("This link was used, or is older than a week. Sign in with the address that the account has now.");
