import { statement } from "#server/database/statement.ts";
import {
  buyerName,
  isAfterPlace,
  newestFirst,
  type PlacedRow,
  placedRows,
  type RowValues,
} from "#server/features/analytics/rows-page.ts";
import { courses, finishes, isLearner } from "./course-reach.ts";

/** A uuid of order and course, in the form of a random one: a purchase of two courses is two learners at one moment. */
const idOfBoth =
  "overlay(overlay(md5(k.order_id::text || k.product_id::text) placing '4' from 13) placing '8' from 17)::uuid";

/** One row for each learner, which is an order and a course of it. */
const rows = (kind: string, at: string, condition: string) => `
  with ${courses},
  rows as (
    select ${idOfBoth} as id, ${at} as at, k.order_id, k.product_id
      from course_learners k join courses c on c.id = k.product_id where ${isLearner("k")} and ${condition}),
  chosen as (select * from rows where ${isAfterPlace("at", "id")}${newestFirst("at", "id")})
  ${placedRows(`
    select chosen.id, chosen.at, '${kind}' as kind, ${buyerName("o.customer_id")} || ', ' || p.title as title, chosen.order_id as "orderId",
           null::float8 as cents
      from chosen join orders o on o.id = chosen.order_id join products p on p.id = chosen.product_id`)}`;

const granted = "coalesce(k.granted_at, timestamptz 'epoch')";

/** Who got a course in a time and has it still. */
export const selectLearnerRows = statement("analytics_learner_rows")<PlacedRow, RowValues>(
  rows("LEARNER", granted, "true"),
);

/** Those of them who began, by their purchase. */
export const selectStartedRows = statement("analytics_started_rows")<PlacedRow, RowValues>(
  rows("LEARNER", granted, "k.lessons_begun > 0"),
);

/** Those of them who have finished, by when they did. */
export const selectFinishedRows = statement("analytics_finished_rows")<PlacedRow, RowValues>(
  rows("FINISHED", "coalesce(k.last_done_at, timestamptz 'epoch')", finishes("k", "c")),
);
