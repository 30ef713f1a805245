/** Where an event comes from. */
export type Source = {
  platform: "INSTAGRAM" | "FACEBOOK";
  accountId: string;
  at: Date;
  ownAppIds: readonly string[];
  /** Told in `standby`: another app controls the conversation. */
  isStandby?: boolean;
};

/** Meta writes moments in seconds or in milliseconds. */
export function momentOf(time: number | undefined): Date | undefined {
  if (time === undefined || !(time > 0)) return undefined;
  const moment = new Date(time < 100_000_000_000 ? time * 1000 : time);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** As the database can keep it: no zero bytes, no halves of characters. */
export const cleanText = (text: string): string => text.replaceAll("\0", "").toWellFormed();
