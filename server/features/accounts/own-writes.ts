import type { FastifyRequest } from "fastify";
import { statement } from "#server/database/statement.ts";
import { isDeskRead } from "#server/http/failures.ts";
import type { App, SignedIn } from "#server/http/http.ts";
import { isUnsafe } from "#server/http/request-forgery.ts";
import type { Services } from "#server/services.ts";

/** For so long whoever has written reads from the primary; a replica that is read from is never as far behind. */
const ownMs = 60_000;
/** How stale the mark may be: who saves again and again writes one row less each time. */
const markEveryMs = 5_000;
/** What has taken longer, an upload for example, is marked once more at its end. */
const longMs = 10_000;

type Remembering = Pick<Services, "pool" | "clock" | "replica" | "log">;

/**
 * Whether a creator's read may go to the replica: where there is one that is close behind, and they have not signed in or
 * changed anything for a minute, in any browser of theirs and through any process.
 */
export async function mayReadReplica({ replica, clock }: Remembering, { signedIn }: FastifyRequest) {
  if (!replica || !signedIn) return false;
  return !wroteWithin(signedIn, clock.now(), ownMs) && (await replica.isClose());
}

/** Marks whoever is about to change something, before it is done: a process that dies after that has said so. */
export function rememberOwnWrites(app: App, { pool, clock, replica, log }: Remembering): void {
  if (!replica) return;
  app.addHook("preHandler", async (request) => {
    const { signedIn } = request;
    if (signedIn && mayWrite(request) && !wroteWithin(signedIn, clock.now(), markEveryMs))
      await mark(pool, signedIn.personId, clock.now());
  });
  app.addHook("onSend", async (request, reply) => {
    const { signedIn } = request;
    if (!signedIn || !mayWrite(request) || reply.elapsedTime < longMs) return;
    await mark(pool, signedIn.personId, clock.now()).catch((error: unknown) =>
      log.error({ err: error, reqId: request.id }, "a creator may not see at once what they have changed"),
    );
  });
}

/** Providers lead creators back by a link. */
const mayWrite = (request: FastifyRequest) =>
  !isDeskRead(request) && (isUnsafe(request) || request.url.startsWith("/oauth/"));

const wroteWithin = ({ wroteAt }: SignedIn, now: Date, ms: number) =>
  wroteAt !== null && now.getTime() - wroteAt.getTime() < ms;

const mark = statement("accounts_mark_write")<never, [personId: string, now: Date]>(
  "update sessions set wrote_at = $2 where user_id = $1",
);
