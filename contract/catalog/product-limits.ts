import { z } from "zod";
import { longestTrialDays } from "./billing-plan.ts";

export const Stock = z.int().min(-1_000_000, "At most 1,000,000").max(1_000_000, "At most 1,000,000");
export const OfferLimit = z.int().min(0, "Between 0 and 20").max(20, "Between 0 and 20");

const trialLength = `A whole number of days, at most ${longestTrialDays}`;
export const TrialDays = z.int().min(0, trialLength).max(longestTrialDays, trialLength);

/** How long the words to its buyers and on its button may be. */
export const mostThanks = 1_000;
export const mostButtonText = 30;
