import { randomInt } from "node:crypto";
import { and, eq, gt, like, ne, not } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { verificationTokens } from "#server/database/schema/accounts.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { hashCode } from "./code-hash.ts";
import { liveCodes, lockFlows } from "./live-codes.ts";
import { codeLifeMs } from "./request-code.ts";

/** Mails to one mailbox, however the address is written: at most so many in so many minutes. */
const limits = [
  { mails: 1, minutes: 1 },
  { mails: 3, minutes: 15 },
  { mails: 10, minutes: 24 * 60 },
];

/** What a browser that has proved the address before has for itself: strangers who ask for codes cannot lock it out. */
const reserve = [
  { mails: 1, minutes: 1 },
  { mails: 3, minutes: 60 },
];

type Flow = typeof verificationTokens.$inferSelect;

/** Whom a code goes to. */
export type CodeRecipient = { email: string; customerId: string | null };

/** A code, and a link that does the same in any browser; both exist only here and in the mail. */
export type MadeCode = { to: string; code: string; linkToken: string | undefined; minutes: number };

type Making = {
  flowId: string;
  /** The stored address that an asked one stands for; undefined where it gets no mail. */
  findRecipient: (tx: Db, email: string) => Promise<CodeRecipient | undefined>;
  /** The mail carries a link too. */
  withLink: boolean;
};

/**
 * Makes the code of a flow; a repeated call makes a new one. Undefined where the flow is over, overtaken by a newer one,
 * its mailbox has had enough mail, or there is nobody to write to: then nothing is left of it.
 */
export function makeCode(services: Services, making: Making): Promise<MadeCode | undefined> {
  return services.db.transaction((tx) => make(services, tx, making));
}

async function make(
  { clock, secret }: Services,
  tx: Db,
  { flowId, findRecipient, withLink }: Making,
): Promise<MadeCode | undefined> {
  const [flow] = await tx.select().from(verificationTokens).where(eq(verificationTokens.id, flowId));
  if (!flow || flow.verified || flow.expiresAt <= clock.now()) return undefined;
  // One at a time, or two could both be the only one.
  await lockFlows(tx, flow);
  const isRefused = (await isOvertaken(tx, flow)) || (await hadEnough(tx, flow));
  const recipient = isRefused ? undefined : await findRecipient(tx, flow.email);
  if (!recipient) {
    await tx.delete(verificationTokens).where(and(eq(verificationTokens.id, flow.id), stillAsked));
    return undefined;
  }

  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const hashed = await hashCode(secret, code);
  await tx.update(verificationTokens).set({ replaced: true }).where(otherLiveCodes(flow));
  const expiresAt = new Date(clock.now().getTime() + codeLifeMs);
  const { customerId } = recipient;
  await tx
    .update(verificationTokens)
    .set({ ...hashed, customerId, replaced: false, expiresAt })
    .where(and(eq(verificationTokens.id, flow.id), eq(verificationTokens.verified, false)));
  const linkToken = withLink ? newToken() : undefined;
  if (linkToken) {
    const { email, purpose, browserHash, ipAddress } = flow;
    const link = { email, purpose, browserHash, ipAddress, customerId, tokenType: "MAGIC_LINK" as const };
    await tx
      .insert(verificationTokens)
      .values({ ...link, token: hashToken(linkToken), salt: "", createdAt: clock.now(), expiresAt });
  }
  return { to: recipient.email, code, linkToken, minutes: codeLifeMs / 60_000 };
}

async function isOvertaken(tx: Db, flow: Flow): Promise<boolean> {
  const newer = await tx
    .select({ id: verificationTokens.id })
    .from(verificationTokens)
    .where(
      and(
        otherLiveCodes(flow),
        eq(verificationTokens.tokenType, "OTP"),
        gt(verificationTokens.createdAt, flow.createdAt),
      ),
    );
  return newer.length > 0;
}

const otherLiveCodes = (flow: Flow) => and(liveCodes(flow), ne(verificationTokens.id, flow.id));

/** Asked for, but no code was made yet. */
const stillAsked = like(verificationTokens.token, "asked:%");

async function hadEnough(tx: Db, flow: Flow): Promise<boolean> {
  const rows = await tx
    .select({ createdAt: verificationTokens.createdAt, known: verificationTokens.known })
    .from(verificationTokens)
    .where(
      and(
        eq(verificationTokens.mailbox, flow.mailbox),
        eq(verificationTokens.purpose, flow.purpose),
        eq(verificationTokens.tokenType, "OTP"),
        ne(verificationTokens.id, flow.id),
        not(stillAsked),
        gt(verificationTokens.createdAt, new Date(flow.createdAt.getTime() - 86_400_000)),
      ),
    );
  const isOver = (sent: typeof rows, most: typeof limits) =>
    most.some(({ mails, minutes }) => {
      const since = flow.createdAt.getTime() - minutes * 60_000;
      return sent.filter(({ createdAt }) => createdAt.getTime() > since).length >= mails;
    });
  if (!isOver(rows, limits)) return false;
  const itsOwn = rows.filter(({ known }) => known);
  return !flow.known || isOver(itsOwn, reserve);
}
