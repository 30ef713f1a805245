import { readMarkdown } from "#contract/document/markdown-calls.ts";
import { previewCartMail } from "#contract/carts/sequences.ts";
import { markQuizPreview } from "#contract/courses/work-preview.ts";
import { tryKeywords } from "#contract/social/keyword-responses.ts";
import { writeFromDesk } from "#server/database/desk-reads.ts";
import { statement } from "#server/database/statement.ts";
import type { App } from "#server/http/http.ts";
import { isUnsafe } from "#server/http/request-forgery.ts";
import type { Services } from "#server/services.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What it is called in the log of a store's account, for a route that has no contract to say so. */
    actOfColleague?: string;
  }
}

/** They change nothing. */
const asksOnly = new Set<string>(
  [readMarkdown, previewCartMail, markQuizPreview, tryKeywords].map(({ url }) => url),
);

/**
 * Writes into the log of a store's account what somebody on its team did there: every call that changes something, and every
 * export, whatever feature it belongs to. The same thing within ten minutes is one line: texts save themselves as they are
 * typed. It is written before the answer leaves, so that whoever did it can be named as soon as it shows.
 */
export function logColleagues(app: App, { pool, clock, log }: Services): void {
  app.addHook("onSend", async (request, reply) => {
    const { signedIn } = request;
    if (!signedIn || signedIn.role === "OWNER" || reply.statusCode >= 400) return;
    const { config, schema, url = "" } = request.routeOptions;
    const isAct = config.access === "creator" && !isUpload(url) && !asksOnly.has(url);
    const changes = isAct && (isUnsafe(request) || config.recentSignIn === "required");
    if (!changes && config.actOfColleague === undefined) return;
    const said = firstWords(schema?.summary ?? url);
    const what = config.actOfColleague ?? (isUnsafe(request) ? said : `Exported: ${said}`);
    const of = Object.values((request.params as Record<string, string> | undefined) ?? {}).join(" ");
    try {
      const { creatorId, personId, role } = signedIn;
      // An export is read on connections that write nothing.
      await writeFromDesk(() => insertAct(pool, creatorId, personId, role, what, of, clock.now()));
    } catch (error) {
      log.error({ err: error, reqId: request.id }, "what a colleague did was not written down");
    }
  });
}

/** A file comes in many pieces; what it is for is an act of its own. */
const isUpload = (url: string) => /^\/api\/(uploads|upload-digital-file|images|text-pictures)\b/.test(url);

/** What a call does, without what else its summary says: "Give money back". */
const firstWords = (summary: string): string => summary.split(/[.;:,(]/)[0]?.trim() ?? summary;

const insertAct = statement("team_insert_act")<
  object,
  [ownerId: string, personId: string, role: string, what: string, of: string, now: Date]
>(`
  insert into account_events (owner_id, kind, detail, created_at)
  select $1, 'COLLEAGUE_ACTED', said.detail, $6
    from users u cross join lateral (
      select jsonb_build_object('name', coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.handle),
                                'email', u.email, 'role', $3::text, 'what', $4::text, 'of', $5::text) as detail) said
   where u.id = $2 and not exists (
     select from account_events e
      where e.owner_id = $1 and e.kind = 'COLLEAGUE_ACTED' and e.detail = said.detail
        and e.created_at > $6::timestamptz - interval '10 minutes')`);
