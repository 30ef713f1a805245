import type pg from "pg";
import type { Described } from "./described-statements.gen.ts";
import type { RowAsDescribed, ValuesAsDescribed } from "./as-described.ts";

/** Anything that statements can be sent to: the pool, or one connection in a transaction. */
export type Queryable = Pick<pg.Pool, "query"> | Pick<pg.PoolClient, "query">;

/** A statement that can be run: its values in the order of $1, $2, …; its rows as the columns are named. */
export type Statement<Row, Values extends unknown[]> = (
  client: Queryable,
  ...values: Values
) => Promise<Row[]>;

/** The text of every statement, by its name. */
export const statements = new Map<string, string>();

/**
 * An SQL statement under a name of its own. What PostgreSQL says of the name's columns and parameters is written in
 * `described-statements.gen.ts`, and a `Row` or `Values` that do not fit it are refused by the compiler:
 *
 *     const selectTitles = statement("catalog_select_titles")<{ id: string; title: string }, [ownerId: string]>(
 *       "select id, title from products where owner_id = $1",
 *     );
 *     const rows = await selectTitles(pool, ownerId);
 *
 * `npm run statements` describes anew; `npm run check` fails where that was forgotten.
 */
export const statement = <Name extends keyof Described>(name: Name) => registered(name, false);

/** One for a hot path: prepared under its name, so that PostgreSQL plans it once for each connection. */
export const hotStatement = <Name extends keyof Described>(name: Name) => registered(name, true);

const registered =
  <Name extends keyof Described>(name: Name, isPrepared: boolean) =>
  <
    Row extends RowAsDescribed<Described[Name]["row"], Row, Values>,
    Values extends ValuesAsDescribed<Described[Name]["values"], Values>,
  >(
    text: string,
  ): Statement<Row, Values> => {
    if (statements.has(name)) throw new Error(`there are two statements called ${name}`);
    statements.set(name, text);
    return async (client, ...values) => {
      const { rows } = await client.query<Row & pg.QueryResultRow>(
        isPrepared ? { name, text, values } : { text, values },
      );
      return rows;
    };
  };
