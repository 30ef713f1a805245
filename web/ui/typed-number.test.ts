import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { numberText, readNumber, valueOf } from "./typed-number.ts";

describe("money as people type it", () => {
  it.each([
    ["19", 1_900],
    ["32,00", 3_200],
    ["32.00", 3_200],
    ["1.299,95", 129_995],
    ["1,299.95", 129_995],
    ["1 299,95", 129_995],
    ["1\u202f299,95", 129_995],
    ["1'299.95", 129_995],
    ["1’299.95", 129_995],
    ["1,299,950", 129_995_000],
    ["1.299.950", 129_995_000],
    ["1.299.950,5", 129_995_050],
    ["1 299", 129_900],
    ["12,5", 1_250],
    [",5", 50],
    [".05", 5],
    ["5.", 500],
    ["$5", 500],
    ["5 $", 500],
    ["US$ 5", 500],
    ["5 USD", 500],
    [" 0 ", 0],
    ["0,99", 99],
    ["٣٢", 3_200],
    ["۱٬۲۹۹٫۹۵", 129_995],
    ["１，２９９．９５", 129_995],
    ["＄５", 500],
  ])("%s is understood as %i cents", (text, cents) => {
    expect(readNumber(text, "money")).toEqual({ value: cents });
  });

  it.each(["1,299", "1.299", "12.500", "$1,299"])("%s can be read in two ways and is asked about", (text) => {
    expect(readNumber(text, "money")).toEqual({
      problem: expect.stringContaining("can be read in two ways"),
    });
  });

  it.each([
    "1,29,95",
    "1,299,95",
    "1.299.95",
    "1 299 95",
    "12,34,567",
    "1,299.950",
    "0,299",
    "1,2345",
    "1.299 950,00",
    "€32",
    "32 €",
    "5%",
    "five",
    "1e3",
    "三十",
    ".",
    ",",
    "$",
    "5-",
    "-5",
    "9".repeat(40),
  ])("%s is refused with words", (text) => {
    expect(readNumber(text, "money")).toEqual({ problem: expect.stringMatching(/\w+ \w+/) });
  });

  it("nothing typed is nothing, not 0", () => {
    expect(readNumber("  ", "money")).toEqual({ value: null });
    expect(valueOf("", "money")).toBeUndefined();
  });
});

describe("other numbers as people type them", () => {
  it.each([
    ["12,5", 1_250],
    ["12.5 %", 1_250],
    ["100%", 10_000],
    ["0,25", 25],
  ])("%s is understood as %i basis points", (text, bps) => {
    expect(readNumber(text, "percent")).toEqual({ value: bps });
  });

  it.each([
    ["30", 30],
    ["1,000", 1_000],
    ["1.000", 1_000],
    ["1 000 000", 1_000_000],
    ["-5", -5],
    ["−5", -5],
    ["-0", 0],
  ])("%s is understood as the count %i", (text, count) => {
    expect(readNumber(text, "whole")).toEqual({ value: count });
  });

  it.each(["1.5", "2,5", "30 days", "1e2", "3 0", "0x10"])("%s is no count", (text) => {
    expect(readNumber(text, "whole")).toEqual({ problem: "Enter a whole number such as 30" });
  });
});

describe("every amount, in every way of writing it", () => {
  const amounts = fc.integer({ min: 0, max: 99_999_999 });
  const ways = fc.constantFrom(
    ["", "."],
    ["", ","],
    [",", "."],
    [".", ","],
    [" ", ","],
    ["\u00a0", ","],
    ["'", "."],
    ["’", ","],
  );

  it("is understood as what it is", () => {
    fc.assert(
      fc.property(amounts, ways, (cents, [group = "", mark = "."]) => {
        const [whole = "", decimals = ""] = (cents / 100).toFixed(2).split(".");
        const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
        expect(readNumber(`${grouped}${mark}${decimals}`, "money")).toEqual({ value: cents });
      }),
    );
  });

  it("comes back from what is said beside the field", () => {
    fc.assert(
      fc.property(amounts, (cents) => {
        expect(readNumber(numberText(cents, "money"), "money")).toEqual({ value: cents });
        const bps = cents % 10_001;
        expect(readNumber(numberText(bps, "percent"), "percent")).toEqual({ value: bps });
        expect(readNumber(numberText(cents, "whole"), "whole")).toEqual({ value: cents });
      }),
    );
  });

  it("no text is understood as another amount than its digits say, and none throws", () => {
    const typed = fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,' $%-€\u202fe")) });
    fc.assert(
      fc.property(typed, (text) => {
        const read = readNumber(text, "money");
        if ("problem" in read || read.value === null) return;
        const digits = text.replaceAll(/\D/g, "");
        const scale = /[.,](\d{0,2})\s*\$?\s*$/.exec(text)?.[1]?.length ?? 0;
        expect(BigInt(read.value)).toBe(BigInt(digits || "0") * 10n ** BigInt(2 - scale));
      }),
      { numRuns: 2_000 },
    );
  });
});
