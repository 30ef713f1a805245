import type pg from "pg";
import { hotStatement } from "#server/database/statement.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { openAccess } from "#server/features/access/open-access.ts";

/** SQL: whether a customer has not completed each lesson of a course. */
export const isUnfinished = (course: string, customer: string): string => `exists (
  select from course_modules um join lessons ul on ul.module_id = um.id
   where um.product_id = ${course} and not exists (
     select from progress up where up.lesson_id = ul.id and up.customer_id = ${customer} and up.completed))`;

/**
 * Whether somebody, by their mailbox, may open a course and has not finished it (else undefined), and whether they have done
 * nothing in it for so many days.
 */
export async function readStudying(
  client: pg.PoolClient,
  asked: { mailbox: string; productId: string; days: number; now: Date },
): Promise<{ hasStopped: boolean } | undefined> {
  const [studying] = await selectStudying(client, asked.mailbox, asked.productId, asked.days, asked.now);
  return studying;
}

const selectStudying = hotStatement("automatic_mails_select_studying")<
  { hasStopped: boolean },
  [mailbox: string, productId: string, days: number, now: Date]
>(`select not exists (
            select from course_modules m join lessons l on l.module_id = m.id
              join progress g on g.lesson_id = l.id and g.customer_id = any (array_agg(s.customer_id))
             where m.product_id = $2 and g.updated_at > $4::timestamptz - make_interval(hours => 24 * $3::int)) as "hasStopped"
     from (
       select c.id as customer_id from customers c
        where ${mailboxOf("c.email")} = $1 and c.erased_at is null and ${isUnfinished("$2::uuid", "c.id")}
          and exists (select from ${openAccess("$4")} o where o.customer_id = c.id and o.product_id = $2)) s
   having count(*) > 0`);
