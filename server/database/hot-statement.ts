import type pg from "pg";

type Queryable = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;

/**
 * A named prepared statement for a hot path: PostgreSQL plans it once for each connection.
 * Rows come back with the columns' own names; give them aliases in the SQL.
 */
export function hotStatement<Row extends pg.QueryResultRow, Values extends unknown[]>(
  name: string,
  text: string,
) {
  return async (client: Queryable, ...values: Values): Promise<Row[]> => {
    const { rows } = await client.query<Row>({ name, text, values });
    return rows;
  };
}
