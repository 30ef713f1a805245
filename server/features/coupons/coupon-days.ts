import { startOfDay, zoneOfCreator } from "#server/database/creator-zone.ts";
import { statement } from "#server/database/statement.ts";
import { Invalid } from "#server/errors.ts";
import type { Services } from "#server/services.ts";

/** A moment, or a day ("2026-12-01"). */
type Given = Date | string | null | undefined;
type Moments = { validFrom?: Date | undefined; validUntil?: Date | null | undefined };

/**
 * When a coupon begins and ends. A day means its first moment, and its last, by the creator's clocks. Throws 422 for one
 * that leaves the calendar by that.
 */
export async function momentsOf(
  pool: Services["pool"],
  creatorId: string,
  { validFrom, validUntil }: { validFrom?: Given; validUntil?: Given },
): Promise<Moments> {
  const fromDay = typeof validFrom === "string" ? validFrom : null;
  const untilDay = typeof validUntil === "string" ? validUntil : null;
  const [bounds] =
    fromDay === null && untilDay === null ? [] : await selectBounds(pool, creatorId, fromDay, untilDay);
  return {
    validFrom:
      typeof validFrom === "string" ? inCalendar("validFrom", bounds?.start) : (validFrom ?? undefined),
    validUntil: typeof validUntil === "string" ? inCalendar("validUntil", bounds?.end) : validUntil,
  };
}

function inCalendar(field: string, moment: Date | null | undefined): Date {
  const year = moment?.getUTCFullYear() ?? 0;
  if (!moment || year < 1 || year > 9999) throw Invalid({ [field]: "Use a year from 1 to 9999" });
  return moment;
}

const selectBounds = statement("coupons_day_bounds")<
  { start: Date | null; end: Date | null },
  [creatorId: string, fromDay: string | null, untilDay: string | null]
>(`select ${startOfDay("$2::date", zoneOfCreator("$1::uuid"))} as start,
          ${startOfDay("$3::date + 1", zoneOfCreator("$1::uuid"))} - interval '1 millisecond' as "end"`);
