import { expect, test } from "vitest";
import { aheadText } from "./ahead-text.ts";

test("how far the shop's clock is ahead is said in days, hours and minutes", () => {
  const said: [number, string][] = [
    [0, "The same as this computer’s."],
    [60, "1 hour ahead of this computer."],
    [1_440, "1 day ahead of this computer."],
    [44_700, "31 days and 1 hour ahead of this computer."],
    [1_501, "1 day, 1 hour and 1 minute ahead of this computer."],
    [1_500_000, "1,041 days and 16 hours ahead of this computer."],
  ];
  for (const [minutes, text] of said) expect(aheadText(minutes)).toBe(text);
});
