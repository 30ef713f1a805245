const dayMs = 86_400_000;

/** Days that are left of a trial, the running one included; 0 once it is over. */
export const trialDaysLeft = (endsAt: string, now = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(endsAt) - now) / dayMs));

/** `Trial: 9 days left` */
export const trialLeftText = (days: number): string => `Trial: ${days} ${days === 1 ? "day" : "days"} left`;
