import { randomInt } from "node:crypto";
import { and, eq, gt, ne } from "drizzle-orm";
import type { Db } from "#server/database/client.ts";
import { verificationTokens } from "#server/database/schema/accounts.ts";
import { hashToken, newToken } from "#server/secrets/secrets.ts";
import type { Services } from "#server/services.ts";
import { hashCode } from "./code-hash.ts";
import { liveCodes, lockFlows } from "./live-codes.ts";
import { codeLifeMs } from "./request-code.ts";

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

/** Makes the code of a flow; a repeated call makes a new one. Undefined if the flow is over, was replaced by a newer one, or has no recipient. */
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
  const recipient = (await isOvertaken(tx, flow)) ? undefined : await findRecipient(tx, flow.email);
  // The request stays: limits count it, or they would tell which addresses have a recipient.
  if (!recipient) return undefined;

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
