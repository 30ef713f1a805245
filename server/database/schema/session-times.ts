import { sql } from "drizzle-orm";
import { type AnyPgColumn, jsonb } from "drizzle-orm/pg-core";
import type { SessionTimes } from "#contract/bookings/session-times.ts";
import { holds } from "./columns.ts";

/** Of a session: the times that are offered here; null where they are chosen elsewhere. */
export const sessionTimes = () => jsonb("session_times").$type<SessionTimes>();

/** CHECK that only a session has times, with a length and a zone. */
export const hasSessionTimes = (times: AnyPgColumn, type: AnyPgColumn): ReturnType<typeof holds> =>
  holds(
    "products_session_times",
    sql`${times} is null
          or ${type} = 'BOOKING_LINK' and coalesce((${times} ->> 'lengthMinutes')::int between 5 and 720, false)
             and coalesce(${times} ->> 'zone', '') <> '' and octet_length(${times}::text) <= 100000`,
  );
