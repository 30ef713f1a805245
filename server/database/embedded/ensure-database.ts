import { Client } from "pg";

/** Creates the database `name` on the server of `url` unless it exists; `url` must name another database. */
export async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  // A connection may also break between two queries; the query that follows reports it.
  client.on("error", () => {});
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount) return;
    await client
      .query(`create database ${client.escapeIdentifier(name)}`)
      .catch((error: { code?: string }) => {
        const isCreatedMeanwhile = error.code === "42P04" || error.code === "23505";
        if (!isCreatedMeanwhile) throw error;
      });
  } finally {
    await client.end();
  }
}
