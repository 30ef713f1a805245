const units = [
  { minutes: 1_440, one: "day" },
  { minutes: 60, one: "hour" },
  { minutes: 1, one: "minute" },
];

/** How far the shop's clock is ahead: "31 days and 2 hours ahead of this computer." */
export function aheadText(aheadMinutes: number): string {
  if (aheadMinutes === 0) return "The same as this computer’s.";
  let left = aheadMinutes;
  const parts = units.flatMap(({ minutes, one }) => {
    const count = Math.floor(left / minutes);
    left -= count * minutes;
    if (count === 0) return [];
    return [`${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`];
  });
  return `${parts.join(", ").replace(/, ([^,]+)$/, " and $1")} ahead of this computer.`;
}
