/** "November 22, 2026", in UTC: the same for everyone who checks it. */
export const longDate = (moment: string): string => format.format(new Date(moment));

const format = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
