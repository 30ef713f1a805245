const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "medium" });
const day = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const whole = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "medium" });

/** The time of a mail of today, the day of an older one; in the reader's time zone. */
export function mailTime(sentAt: string): string {
  const moment = new Date(sentAt);
  return moment.toDateString() === new Date().toDateString() ? clock.format(moment) : day.format(moment);
}

export const wholeMailTime = (sentAt: string): string => whole.format(new Date(sentAt));
