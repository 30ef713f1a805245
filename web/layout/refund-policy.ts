import type { RefundPolicy } from "#contract/accounts/refund-policy.ts";

/** A policy as a form holds it: a number of days as text, or "OWN" with words of the creator's. */
export type RefundChoice = { choice: "0" | "7" | "14" | "30" | "OWN"; terms: string };

export const defaultRefund: RefundChoice = { choice: "30", terms: "" };

export const choiceOfPolicy = ({ days, terms }: RefundPolicy): RefundChoice =>
  days === null ? { choice: "OWN", terms } : { choice: `${days}`, terms: "" };

export const policyOfChoice = ({ choice, terms }: RefundChoice): RefundPolicy =>
  choice === "OWN"
    ? { days: null, terms: terms.trim() }
    : { days: Number(choice) as 0 | 7 | 14 | 30, terms: null };

/** What is wrong with it; undefined where nothing is. */
export const refundProblem = ({ choice, terms }: RefundChoice): string | undefined =>
  choice === "OWN" && terms.trim() === "" ? "Say it in a few words" : undefined;
