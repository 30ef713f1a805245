import type { z } from "zod";
import type { countAudience as contract } from "#contract/mailings/mailings.ts";
import { statement } from "#server/database/statement.ts";
import { promotionRoom } from "#server/mail/promotions/promotion-room.ts";
import type { Services } from "#server/services.ts";
import { AudienceSql } from "./audience-sql.ts";
import { judgedPeople } from "./judged-people.ts";
import { getMailing } from "./read-mailings.ts";

type Counted = z.output<(typeof contract)["schema"]["response"][200]>;

/** Whom a mailing is for as it is saved, by the very words that write it down when it begins. Throws 404. */
export async function countAudience(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  ownerId: string,
  id: string,
): Promise<Counted> {
  const { audience } = await getMailing({ pool }, ownerId, id);
  const now = clock.now();
  const sql = new AudienceSql({ ownerId, audience, now });
  const groups = await sql.query<{ reason: string | null; people: number }>(
    pool,
    `${judgedPeople} select reason, count(*)::int as people from judged group by reason order by people desc, reason`,
  );
  const [room] = await selectRoom(pool, ownerId, now);
  const leftOut = groups.flatMap(({ reason, people }) => (reason === null ? [] : [{ reason, people }]));
  return {
    audience: groups.reduce((sum, { people }) => sum + people, 0),
    recipients: groups.find(({ reason }) => reason === null)?.people ?? 0,
    leftOut,
    roomToday: room?.left ?? 0,
  };
}

const selectRoom = statement("mailings_select_room")<{ left: number }, [ownerId: string, now: Date]>(
  `select coalesce(${promotionRoom("$1::uuid", "$2::timestamptz")}, 0) as left`,
);
