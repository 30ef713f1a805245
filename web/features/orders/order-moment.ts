const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short" });

/** "Mar 9, 2026", where the creator is. */
export const dayOf = (iso: string) => day.format(new Date(iso));

/** "Mar 9, 2026, 4:30 PM". */
export const momentOf = (iso: string) => moment.format(new Date(iso));
