import { randomInt } from "node:crypto";
import { and, eq, gt, like, ne, not, sql } from "drizzle-orm";
import { z } from "zod";
import { Id } from "#contract/values.ts";
import type { Db } from "#server/database/client.ts";
import { verificationTokens } from "#server/database/schema/accounts.ts";
import { defineJob } from "#server/jobs/job.ts";
import { sendCode } from "#server/mail/send-code.ts";
import type { Services } from "#server/services.ts";
import { codeLifeMs, codePurpose, hashCode } from "./sign-in-code.ts";

/** Mails for one address: at most so many in so many minutes. */
const limits = [
  { mails: 1, minutes: 1 },
  { mails: 3, minutes: 15 },
  { mails: 10, minutes: 24 * 60 },
];

type Flow = typeof verificationTokens.$inferSelect;

/** Makes the code of a flow and mails it. When the mail fails the job runs again, with a new code. */
export const mailSignInCode = defineJob({
  name: "mail-sign-in-code",
  data: z.object({ flowId: Id }),
  async handle(services, { flowId }) {
    const made = await services.db.transaction((tx) => makeCode(services, tx, flowId));
    if (!made) return;
    await sendCode(services, {
      to: made.email,
      code: made.code,
      purpose: codePurpose,
      minutes: codeLifeMs / 60_000,
    });
  },
});

/** Undefined where the flow is over, overtaken by a newer one, or its address has had enough mail. */
async function makeCode({ clock, secret }: Services, tx: Db, flowId: string) {
  const [flow] = await tx.select().from(verificationTokens).where(eq(verificationTokens.id, flowId));
  if (!flow || flow.verified || flow.expiresAt <= clock.now()) return undefined;
  // One at a time for each address, or two could both be the only one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sign-in-code:${flow.email}`}, 0))`);
  if ((await isOvertaken(tx, flow)) || (await hadEnough(tx, flow))) {
    await tx.delete(verificationTokens).where(and(eq(verificationTokens.id, flow.id), stillAsked));
    return undefined;
  }

  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const hashed = await hashCode(secret, code);
  await tx.update(verificationTokens).set({ replaced: true }).where(otherLiveCodes(flow));
  const expiresAt = new Date(clock.now().getTime() + codeLifeMs);
  await tx
    .update(verificationTokens)
    .set({ ...hashed, replaced: false, expiresAt })
    .where(and(eq(verificationTokens.id, flow.id), eq(verificationTokens.verified, false)));
  return { email: flow.email, code };
}

async function isOvertaken(tx: Db, flow: Flow): Promise<boolean> {
  const newer = await tx
    .select({ id: verificationTokens.id })
    .from(verificationTokens)
    .where(and(otherLiveCodes(flow), gt(verificationTokens.createdAt, flow.createdAt)));
  return newer.length > 0;
}

const otherLiveCodes = (flow: Flow) =>
  and(
    eq(verificationTokens.browserHash, flow.browserHash),
    eq(verificationTokens.purpose, flow.purpose),
    ne(verificationTokens.id, flow.id),
    eq(verificationTokens.replaced, false),
    eq(verificationTokens.verified, false),
  );

/** Asked for, but no code was made yet. */
const stillAsked = like(verificationTokens.token, "asked:%");

async function hadEnough(tx: Db, flow: Flow): Promise<boolean> {
  const rows = await tx
    .select({ createdAt: verificationTokens.createdAt })
    .from(verificationTokens)
    .where(
      and(
        eq(verificationTokens.email, flow.email),
        eq(verificationTokens.purpose, flow.purpose),
        ne(verificationTokens.id, flow.id),
        not(stillAsked),
        gt(verificationTokens.createdAt, new Date(flow.createdAt.getTime() - 86_400_000)),
      ),
    );
  return limits.some(({ mails, minutes }) => {
    const since = flow.createdAt.getTime() - minutes * 60_000;
    return rows.filter((row) => row.createdAt.getTime() > since).length >= mails;
  });
}
