import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";

type Days = 7 | 14 | 30;

/** A policy as a form holds it: days that are guaranteed, days in which the seller decides, none, or words of the creator's. */
export type RefundChoice = { choice: `${Days}` | `ASK_${Days}` | "0" | "OWN"; terms: string };

export const defaultRefund: RefundChoice = { choice: "30", terms: "" };

export function choiceOfPolicy({ days, terms, guaranteed }: RefundPolicy): RefundChoice {
  if (days === null) return { choice: "OWN", terms };
  return { choice: days === 0 || guaranteed ? `${days}` : `ASK_${days}`, terms: "" };
}

export function policyOfChoice({ choice, terms }: RefundChoice): RefundPolicy {
  if (choice === "OWN") return { days: null, terms: terms.trim(), guaranteed: false };
  if (choice === "0") return { days: 0, terms: null, guaranteed: false };
  const guaranteed = !choice.startsWith("ASK_");
  return { days: Number(choice.replace("ASK_", "")) as Days, terms: null, guaranteed };
}

/** What is wrong with it; undefined where nothing is. */
export const refundProblem = ({ choice, terms }: RefundChoice): string | undefined =>
  choice === "OWN" && terms.trim() === "" ? "Say it in a few words" : undefined;
