import { PassThrough } from "node:stream";
import { newsEvent, streamNews } from "#contract/notifications/stream.ts";
import { readForDesk } from "#server/database/desk-reads.ts";
import { statement } from "#server/database/statement.ts";
import { traceRound } from "#server/operation/traces/trace-work.ts";
import type { Services } from "#server/services.ts";

const lookEveryMs = 2_000;
/** Proxies give up on an answer that is silent for a minute. */
const breathEveryMs = 25_000;
/** Tabs that are looked at: more than anybody can see. */
const mostOfPerson = 10;

/** Whose news they are, and who hears of them: the store's owner, or somebody on its team. */
type Listener = { ownerId: string; personId: string; sessionId: string };
type Stream = { body: PassThrough; seen: string; personId: string; sessionId: string };

export type NewsStreams = {
  /**
   * What a browser hears until it leaves: `news` with the mark up to which it knows, whenever there is something new. `seen`
   * is the mark that it had heard of before; where that is behind, it hears of it at once.
   */
  open(listener: Listener, seen: string | undefined): Promise<PassThrough>;
  /** Ends them all, as a server does that stops: browsers ask again elsewhere. */
  close(): void;
};

/**
 * Tells the browsers of creators that something was sold, or told of. All creators who look at this process are asked for by
 * one statement every two seconds, and nothing is asked while nobody looks: no sale waits for those who watch. Where desks read
 * from a replica they hear of what has arrived there: who is told of a sale asks at once, and has to find it.
 */
export function newsStreams({
  pool,
  clock,
  log,
  config,
  replica,
  tracer,
}: Pick<Services, "pool" | "clock" | "log" | "config" | "replica" | "tracer">): NewsStreams {
  const watched = new Map<string, Set<Stream>>();
  let looking: NodeJS.Timeout | undefined;
  let breathing: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isClosed = false;

  /** It counts no more from here on, whenever its connection is gone. */
  const end = (ownerId: string, stream: Stream) => {
    stream.body.end();
    const streams = watched.get(ownerId);
    streams?.delete(stream);
    if (streams?.size === 0) watched.delete(ownerId);
    if (watched.size > 0) return;
    clearInterval(looking);
    clearInterval(breathing);
    looking = breathing = undefined;
  };
  const tell = (stream: Stream, mark: string) => {
    if (stream.seen === mark) return;
    stream.seen = mark;
    stream.body.write(`id: ${mark}\nevent: ${newsEvent}\ndata:\n\n`);
  };
  /** Whoever has left a team, or may not hear of sales any more, is told of nothing that came since. */
  const endFormerColleagues = async () => {
    const others = [...watched].flatMap(([ownerId, streams]) =>
      [...streams].filter(({ personId }) => personId !== ownerId).map((stream) => ({ ownerId, stream })),
    );
    if (others.length === 0) return;
    const colleagues = await selectColleagues(
      pool,
      others.map(({ ownerId }) => ownerId),
      others.map(({ stream }) => stream.personId),
      listeningRoles,
    );
    const isColleague = new Set(colleagues.map(({ ownerId, personId }) => `${ownerId} ${personId}`));
    for (const { ownerId, stream } of others)
      if (!isColleague.has(`${ownerId} ${stream.personId}`)) end(ownerId, stream);
  };
  /** A stream ends with the session it was opened by, in whatever process that ended. */
  const endSignedOut = async () => {
    const open = [...watched].flatMap(([ownerId, streams]) =>
      [...streams].map((stream) => ({ ownerId, stream })),
    );
    const sids = [...new Set(open.map(({ stream }) => stream.sessionId))];
    const live = new Set((await selectLiveSessions(pool, sids, clock.now())).map(({ sid }) => sid));
    for (const { ownerId, stream } of open) if (!live.has(stream.sessionId)) end(ownerId, stream);
  };
  const pushNews = async () => {
    const place = (await replica?.isClose()) ? "replica" : "primary";
    const marks = await readForDesk(() => selectMarks(pool, [...watched.keys()]), place);
    await endSignedOut();
    await endFormerColleagues();
    for (const { ownerId, mark } of marks)
      for (const stream of watched.get(ownerId) ?? []) tell(stream, mark);
  };
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      // For all who watch, and not for the request that was the first of them.
      await traceRound(tracer, "look-for-news", pushNews);
    } catch (error) {
      log.warn({ err: error }, "looking for news");
    }
    isLooking = false;
  };
  const breathe = () => {
    for (const streams of watched.values()) for (const { body } of streams) body.write(":\n\n");
  };

  return {
    async open({ ownerId, personId, sessionId }, seen) {
      const mark = await markOf(pool, ownerId);
      const stream: Stream = { body: new PassThrough(), seen: seen ?? mark, personId, sessionId };
      // Its first line says up to where it knows, and how soon to ask again.
      stream.body.write(`retry: 5000\n${seen === undefined ? `id: ${mark}\n` : ""}\n`);
      tell(stream, mark);
      const streams = watched.get(ownerId) ?? new Set();
      watched.set(ownerId, streams.add(stream));
      const leave = () => end(ownerId, stream);
      const ending = setTimeout(leave, isClosed ? 0 : config.newsStreamSeconds * 1_000).unref();
      stream.body.once("close", () => {
        clearTimeout(ending);
        leave();
      });
      const own = [...streams].filter((one) => one.personId === personId);
      if (own[0] && own.length > mostOfPerson) end(ownerId, own[0]);
      // It outlives the request that begins it, and so what that one reads from.
      looking ??= setInterval(() => void readForDesk(look), lookEveryMs).unref();
      breathing ??= setInterval(breathe, breathEveryMs).unref();
      return stream.body;
    },
    close() {
      isClosed = true;
      for (const [ownerId, streams] of watched) for (const stream of streams) end(ownerId, stream);
    },
  };
}

/** Those of a team who may hear of it. */
const listeningRoles: string[] = [...streamNews.config.roles];

const selectLiveSessions = statement("notifications_select_live_sessions")<
  { sid: string },
  [sids: string[], now: Date]
>("select sid from sessions where sid = any ($1) and expire > $2");

const selectColleagues = statement("notifications_select_colleagues")<
  { ownerId: string; personId: string },
  [ownerIds: string[], personIds: string[], roles: string[]]
>(`
  select m.owner_id as "ownerId", m.user_id as "personId"
    from unnest($1::uuid[], $2::uuid[]) as heard (owner_id, user_id)
    join team_members m on m.owner_id = heard.owner_id and m.user_id = heard.user_id
   where m.role = any ($3::text[])`);

/** How far a creator's orders and notifications have come. */
export const markOf = async (pool: Services["pool"], ownerId: string): Promise<string> =>
  (await selectMarks(pool, [ownerId]))[0]?.mark ?? "none";

/** How far each of some creators' orders and notifications have come: another text where there is something new. */
const selectMarks = statement("notifications_select_marks")<
  { ownerId: string; mark: string },
  [ownerIds: string[]]
>(`
  select u.id as "ownerId",
         -- A browser forgets a mark without a sign.
         coalesce(nullif(concat_ws('_',
           (select o.id from orders o where o.owner_id = u.id and o.status in ('PAID', 'REFUNDED') order by o.created_at desc, o.id desc limit 1),
           (select n.id from notifications n where n.owner_id = u.id order by n.created_at desc, n.id desc limit 1)), ''), 'none') as mark
    from users u where u.id = any ($1::uuid[])`);
