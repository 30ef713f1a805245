import pg from "pg";
import { vi } from "vitest";

export type SentStatement = { text: string; values?: unknown };

/**
 * Every statement that `work` sends to the database, and whatever else of this process does meanwhile. `work` may ask what has
 * been sent so far.
 */
export async function statementsOf(
  work: (sent: () => SentStatement[]) => Promise<void>,
): Promise<SentStatement[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  const sent = () =>
    query.mock.calls.map(([asked, values]: unknown[]) => {
      const text = typeof asked === "string" ? asked : (asked as SentStatement).text;
      return { text, values: values ?? (asked as SentStatement).values };
    });
  try {
    await work(sent);
    return sent();
  } finally {
    query.mockRestore();
  }
}
