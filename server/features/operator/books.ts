import type { z } from "zod";
import type { getOperatorBooks } from "#contract/operator/operator-books.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

const perPage = 25;

export type Books = z.output<(typeof getOperatorBooks.schema.response)[200]>;

/** What the last audit found, how far the comparison with the provider has come, and where the two still differ. */
export async function getBooks({ pool }: Pick<Services, "pool">, cursor: string | undefined): Promise<Books> {
  const [[audit = null], [compared], rows] = await Promise.all([
    selectAudit(pool),
    selectCompared(pool),
    selectDifferences(pool, ...placeOf(cursor)),
  ]);
  const { shown, nextCursor } = cutPage(rows, perPage);
  return {
    audit,
    comparedUntil: compared?.until ?? null,
    differences: shown,
    nextCursor,
  };
}

const selectAudit = statement("operator_select_audit")<NonNullable<Books["audit"]>, []>(
  `select created_at as "ranAt", rules, findings from book_audits order by created_at desc limit 1`,
);

const selectCompared = statement("operator_select_compared")<{ until: Date }, []>(
  "select compared_until as until from book_comparisons where part = 'RECENT'",
);

const selectDifferences = statement("operator_select_differences")<
  Books["differences"][number] & Placed,
  [afterMicros: string, afterId: string]
>(
  `select d.id, d.payment_intent_id as "paymentIntentId", d.kind, d.ours_cents as "oursCents", d.theirs_cents as "theirsCents",
          d.found_at as "foundAt", u.handle, ${placeMicros("d.found_at")} as "placeMicros"
     from book_differences d left join users u on u.id = d.owner_id
    where d.resolved_at is null and ${comesAfter("d.found_at", "d.id", ["$1", "$2"])}
    order by d.found_at desc, d.id desc limit ${perPage + 1}`,
);
