import { withPlainDigits } from "#contract/plain-digits.ts";
import { formatMoney } from "./money.ts";

/** What a field asks for: dollars, a share in per cent, or a count of something. */
export type NumberKind = "money" | "percent" | "whole";

/**
 * What was understood of a typed text: `value` is cents, basis points or the count itself, and null where nothing was
 * typed. `problem` says in words why nothing was.
 */
export type TypedNumber = { value: number | null } | { problem: string };

const examples: Record<NumberKind, string> = {
  money: "an amount such as 19 or 19.99",
  percent: "a percentage such as 20 or 12.5",
  whole: "a whole number such as 30",
};

/**
 * Reads a number as people write it: "1,299.95", "1.299,95", "1 299,95", "1'299.95", "32,00", "$5", "12,5 %". The last
 * mark with one or two digits behind it is the decimal one; groups of exactly three digits are thousands. One mark with
 * three digits behind it can be either, so it is asked about, except where there can be no decimals.
 */
export function readNumber(text: string, kind: NumberKind): TypedNumber {
  const plain = withoutUnit(withPlainMarks(withPlainDigits(text)).trim(), kind);
  if (plain === "") return text.trim() === "" ? { value: null } : wrong(kind);
  if (kind !== "whole" && /^[-−]/.test(plain)) return { problem: "This cannot be below 0" };
  const [, minus = "", amount = ""] = /^([-−]?)(.*)$/.exec(plain) ?? [];
  const parts = partsOf(amount, kind);
  if ("problem" in parts) return parts;
  const { whole, decimals } = parts;
  if (whole.length > 12) return { problem: "This number is too large" };
  if (kind === "whole") return decimals === "" ? { value: signed(Number(whole), minus) } : wrong(kind);
  return { value: Number(whole) * 100 + Number(decimals.padEnd(2, "0")) };
}

/** The value of a typed text; undefined where nothing was typed, and where it cannot be understood. */
export function valueOf(text: string, kind: NumberKind): number | undefined {
  const read = readNumber(text, kind);
  return "problem" in read ? undefined : (read.value ?? undefined);
}

/** How an understood number is said back: "$1,299.95", "12.5%", "1,000". */
export function numberText(value: number, kind: NumberKind): string {
  if (kind === "money") return formatMoney(value);
  return kind === "percent" ? `${value / 100}%` : value.toLocaleString("en-US");
}

/** The decimal and the thousands mark of Arabic and Persian as the comma and the apostrophe that they mean. */
const withPlainMarks = (text: string) => text.replaceAll("٫", ",").replaceAll("٬", "'");

const wrong = (kind: NumberKind) => ({ problem: `Enter ${examples[kind]}` });

const signed = (count: number, minus: string) => (minus && count > 0 ? -count : count);

function withoutUnit(text: string, kind: NumberKind): string {
  if (kind === "money")
    return text
      .replace(/^(us)?\$\s*|^usd\s+/i, "")
      .replace(/(\$|usd)$/i, "")
      .trimEnd();
  return kind === "percent" ? text.replace(/%$/, "").trimEnd() : text;
}

/** Digits before and behind the decimal mark, thousands put together. */
function partsOf(text: string, kind: NumberKind): { whole: string; decimals: string } | { problem: string } {
  const decimal = kind === "whole" ? null : /^(?<front>.*?)(?<mark>[.,])(?<decimals>\d{0,2})$/s.exec(text);
  const { front = text, mark = "", decimals = "" } = decimal?.groups ?? {};
  if (front + decimals === "") return wrong(kind);
  if (/^\d*$/.test(front)) return { whole: front, decimals };
  // Spaces of every width and apostrophes group as commas and dots do, but one number uses one of them only.
  const group = /^[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*$/.exec(front)?.[1];
  if (group === undefined || group === mark) return wrong(kind);
  const whole = front.replaceAll(/\D/g, "");
  if (kind !== "whole" && mark === "" && /^\d+[.,]\d+$/.test(front))
    return {
      problem: `“${front}” can be read in two ways. Write ${whole} for ${numberText(Number(whole) * 100, kind)}`,
    };
  return { whole, decimals };
}
