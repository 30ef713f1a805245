import type pg from "pg";
import type { AutomaticMailKind } from "#contract/mailings/automatic-kinds.ts";
import { statement } from "#server/database/statement.ts";
import { letterColumns, type LetterParts } from "#server/features/mailings/compose-mailing.ts";

/** All that an automatic mail is made of, as it is now. */
export type AutomaticParts = LetterParts & {
  kind: AutomaticMailKind;
  /** The title of the product that it is of alone. */
  ofProduct: string | null;
  isOn: boolean;
};

/** Undefined for one that was deleted. */
export async function findAutomaticParts(
  pool: pg.Pool | pg.PoolClient,
  id: string,
  now: Date,
): Promise<AutomaticParts | undefined> {
  const [parts] = await selectParts(pool, id, now);
  return parts;
}

const selectParts = statement("automatic_mails_select_parts")<AutomaticParts, [id: string, now: Date]>(
  `select a.kind, (select title from products o where o.id = a.product_id) as "ofProduct", a.switched_on_at is not null as "isOn",
          ${letterColumns("a", "a.offer_product_id", "$2::timestamptz")}
     from automatic_mails a join users u on u.id = a.owner_id where a.id = $1`,
);
