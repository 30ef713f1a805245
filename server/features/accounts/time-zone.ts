import { and, eq, isNull } from "drizzle-orm";
import { commonZone, isKnownZone } from "#contract/dates.ts";
import { type Db, sqlState } from "#server/database/client.ts";
import { users } from "#server/database/schema/accounts.ts";
import { Invalid } from "#server/errors.ts";

type Wish = { timeZone: string; isGuess: boolean };

/**
 * Sets the zone of everything that is dated for a creator. A guess never takes the place of what stands; where it is not
 * known here it is the common zone, so that screens and figures agree. Throws 422 for a choice that is not known here.
 */
export async function setTimeZone(db: Db, creatorId: string, wish: Wish): Promise<void> {
  if (await isSet(db, creatorId, wish)) return;
  if (!wish.isGuess) throw Invalid({ timeZone: "This time zone is not known here. Please choose another." });
  await isSet(db, creatorId, { timeZone: commonZone, isGuess: true });
}

/** False where this program or the database does not know the zone. */
async function isSet(db: Db, creatorId: string, { timeZone, isGuess }: Wish): Promise<boolean> {
  if (!isKnownZone(timeZone)) return false;
  const own = eq(users.id, creatorId);
  try {
    await db
      .update(users)
      .set({ timeZone })
      .where(isGuess ? and(own, isNull(users.timeZone)) : own);
    return true;
  } catch (error) {
    if (sqlState(error) === invalidParameter) return false;
    throw error;
  }
}

const invalidParameter = "22023";
