/** `Trial: 9 days left` */
export const trialLeftText = (days: number): string => `Trial: ${days} ${days === 1 ? "day" : "days"} left`;
