import pg from "pg";
import { vi } from "vitest";

export type SentStatement = { text: string; values?: unknown };

/** Every statement that `work` sends to the database, and whatever else of this process does meanwhile. */
export async function statementsOf(work: () => Promise<void>): Promise<SentStatement[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  try {
    await work();
    return query.mock.calls.flatMap(([asked, values]: unknown[]) => {
      const text = typeof asked === "string" ? asked : (asked as SentStatement).text;
      return [{ text, values: values ?? (asked as SentStatement).values }];
    });
  } finally {
    query.mockRestore();
  }
}
