import type { BriefAnswers } from "#contract/work-orders/brief-problems.ts";

const nameOf = (itemId: string) => `brief-${itemId}`;

/** What was typed into a brief in this browser and has not been sent yet; undefined where that is nothing. */
export function readKeptAnswers(itemId: string): BriefAnswers | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(itemId)) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return undefined;
  }
}

/** Keeps what is typed until it is sent: through a reload, a closed tab, a network that dies. */
export function keepAnswers(itemId: string, answers: BriefAnswers | undefined): void {
  try {
    if (answers) localStorage.setItem(nameOf(itemId), JSON.stringify(answers));
    else localStorage.removeItem(nameOf(itemId));
  } catch {
    // A browser that keeps nothing loses it with the tab.
  }
}
