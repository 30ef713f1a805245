import type pg from "pg";
import type { DatabaseAccess } from "./database-access.ts";
import { deskConnections } from "./client.ts";
import { statement } from "./statement.ts";

/** The most that one process may hold, part by part. */
type Share = { what: string; most: number; isPooled: boolean };

/** What this process may come to hold at once, in the roles that it has. */
export function sharesOf({ pools, listens }: DatabaseAccess, roles: ReadonlySet<"web" | "worker">): Share[] {
  const share = (what: string, most: number, isPooled = true): Share => ({ what, most, isPooled });
  return [
    share("requests", pools.requests),
    ...(roles.has("web") ? [share("desks", pools.desks ?? deskConnections)] : []),
    ...(roles.has("worker")
      ? [
          share("jobs", pools.jobs),
          share("schedules", pools.scheduled),
          // The library listens on one more, and the place among the workers is a lock.
          share("queue", pools.queue + (listens ? 1 : 0) + 1, false),
        ]
      : []),
    ...(listens ? [share("notifications", 1, false)] : []),
    share("locks", sessionConnections, false),
  ];
}

/** For locks that outlive a transaction: few at a time, and seldom. */
export const sessionConnections = 2;

export type Room = { limit: number; of: string; inUse: number };

/** How many connections this user may hold here, by the narrowest limit, and how many are held under it. */
export async function readRoom(client: pg.Pool | pg.Client): Promise<Room> {
  const limits = (await selectRoom(client)).toSorted((a, b) => a.limit - b.limit);
  return limits[0] ?? { limit: 0, of: "the server", inUse: 0 };
}

/**
 * One line for the console, and what is wrong with it: `warning` where this process alone, or with those that are there,
 * may come to hold more than there are.
 */
export function describeBudget(
  { pooler, ...access }: DatabaseAccess,
  roles: ReadonlySet<"web" | "worker">,
  room: Room,
): { line: string; warning: string | undefined } {
  const shares = sharesOf({ pooler, ...access }, roles);
  const sum = (some: Share[]) => some.reduce((total, { most }) => total + most, 0);
  const named = (some: Share[]) => some.map(({ what, most }) => `${most} ${what}`).join(", ");
  const direct = pooler ? shares.filter(({ isPooled }) => !isPooled) : shares;
  const pooled = shares.filter((one) => !direct.includes(one));
  const most = sum(direct);
  const line = [
    ...(pooled.length > 0 ? [`up to ${sum(pooled)} through the pooler (${named(pooled)})`] : []),
    `up to ${most} of ${room.limit} at PostgreSQL (${named(direct)})`,
  ].join(", ");
  const howTo = "raise that limit, lower the pools, or put a pooler before it: docs/databases.md";
  const warning =
    most > room.limit
      ? `This process may come to hold ${most} connections, and ${room.of} has ${room.limit}: ${howTo}`
      : most + room.inUse > room.limit
        ? `This process may come to hold ${most} connections, and of the ${room.limit} of ${room.of} ${room.inUse} are in use: ${howTo}`
        : undefined;
  return { line, warning };
}

const selectRoom = statement("database_connection_room")<Room, []>(
  `with held as (
     select usesysid, datid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()),
   limits as (
     select 'the server' as of,
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
              - coalesce(current_setting('reserved_connections', true), '0')::int as most,
            (select count(*)::int from held) as held
     union all
     select 'the role ' || r.rolname, r.rolconnlimit, (select count(*)::int from held where usesysid = r.oid)
       from pg_roles r where r.rolname = current_user and not r.rolsuper
     union all
     select 'the database ' || d.datname, d.datconnlimit, (select count(*)::int from held where datid = d.oid)
       from pg_database d where d.datname = current_database())
   select of, coalesce(most, 0) as limit, held as "inUse" from limits where most >= 0`,
);
