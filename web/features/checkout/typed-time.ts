import { browserZone } from "#web/ui/dates.ts";

/** The time that was chosen in `session-time.tsx`, where one was, and the zone that emails give times in. */
export function typedTime(form: HTMLFormElement | null) {
  const startsAt = new FormData(form ?? undefined).get("startsAt");
  const timeZone = browserZone();
  return typeof startsAt === "string" && startsAt !== "" ? { startsAt, timeZone } : { timeZone };
}
