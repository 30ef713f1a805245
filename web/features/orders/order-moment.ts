import { storeZone } from "#contract/store-zone.ts";

const inZone = { timeZone: storeZone } as const;
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", ...inZone });
const moment = new Intl.DateTimeFormat("en-US", {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
  ...inZone,
});

/** "Mar 9, 2026": the day that figures and filters count it to. */
export const dayOf = (iso: string) => day.format(new Date(iso));

/** "Mar 9, 2026, 4:30 PM UTC". */
export const momentOf = (iso: string) => moment.format(new Date(iso));
