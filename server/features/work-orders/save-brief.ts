import type { FastifyRequest } from "fastify";
import type pg from "pg";
import { type BriefAnswers, briefProblems } from "#contract/work-orders/brief-problems.ts";
import type { BriefQuestion } from "#contract/work-orders/service-terms.ts";
import type { BoughtWork } from "#contract/work-orders/work-orders.ts";
import { dbOn } from "#server/database/client.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import { wakeListeners } from "#server/database/wake-listeners.ts";
import { Conflict, Invalid } from "#server/errors.ts";
import { notifyCreator } from "#server/features/notifications/tell-creator.ts";
import type { Services } from "#server/services.ts";
import { canChange, getBoughtWork, type Line, requireOpenWork, requireOrder } from "./bought-work.ts";

type Brief = { answers: { questionId: string; text: string }[]; revision: number };

/**
 * Sends the brief of a bought service, or changes it. The first time the work is to do, and what is promised is counted
 * from then on. Throws as `getBoughtWork`, 409 `WORK_BEGUN` once its creator has begun, 409 `BRIEF_CHANGED` where it was
 * changed since that revision, 422 at `answers.<question>` for what is missing or does not fit.
 */
export async function saveBrief(
  services: Services,
  request: FastifyRequest,
  line: Line,
  { answers, revision }: Brief,
): Promise<BoughtWork> {
  const { pool, clock } = services;
  const order = await requireOrder(services, request, line.id);
  const now = clock.now();
  await inTransaction(pool, async (client) => {
    // Whose it is stands fast; only then anybody is made to wait for it.
    await requireOpenWork(client, order, line.itemId, now);
    await lockWork(client, line.itemId);
    const work = await requireOpenWork(client, order, line.itemId, now);
    if (!canChange(work)) throw WorkBegun();
    if (work.revision !== revision) throw BriefChanged();
    const settled = settleAnswers(work.questions, answers);
    const isFirst = work.state === "WAITING";
    await writeAnswers(client, line.itemId, JSON.stringify(settled), now);
    if (isFirst) await notifyOfBrief(client, line.itemId, now);
  });
  wakeListeners(pool, "job_outbox");
  return getBoughtWork(services, request, line);
}

/** What was answered, by question. What answers no question of this brief is refused: the page is of another one. */
function settleAnswers(questions: BriefQuestion[], given: Brief["answers"]): BriefAnswers {
  const answers = Object.fromEntries(given.map(({ questionId, text }) => [questionId, text.trim()]));
  const known = new Set(questions.map(({ id }) => id));
  const problems = {
    ...Object.fromEntries(
      Object.keys(answers)
        .filter((id) => !known.has(id))
        .map((id) => [id, "This is not asked"]),
    ),
    ...briefProblems(questions, answers),
  };
  const fields = Object.entries(problems).map(([id, problem]) => [`answers.${id}`, problem]);
  if (fields.length > 0) throw Invalid(Object.fromEntries(fields));
  return answers;
}

/**
 * Its creator hears of each brief that was paid for, and once a day of those that cost nothing: anybody can send as many of
 * them as they like.
 */
async function notifyOfBrief(client: pg.PoolClient, itemId: string, now: Date): Promise<void> {
  const [sent] = await selectSent(client, itemId);
  if (!sent) return;
  const { isPaid, ownerId, orderId, title } = sent;
  await notifyCreator(dbOn(client), {
    ownerId,
    kind: "WORK_TO_DELIVER",
    event: `brief-sent:${isPaid ? itemId : `${ownerId}:${now.toISOString().slice(0, 10)}`}`,
    facts: { orderId, title },
    now,
    mail: { template: "brief-sent", data: { orderItemId: itemId } },
  });
}

const WorkBegun = () =>
  Conflict(
    "The seller has begun with what you sent, so it cannot be changed here any more. Write to them where something has to change.",
    "WORK_BEGUN",
  );

const BriefChanged = () =>
  Conflict(
    "This was changed in another window. Look at what stands there now, then send again.",
    "BRIEF_CHANGED",
  );

/** Whoever begins, delivers or sends at the same time waits. */
export const lockWork = statement("work_orders_lock")<{ id: string }, [itemId: string]>(
  "select order_item_id as id from work_orders where order_item_id = $1 for no key update",
);

const writeAnswers = statement("work_orders_write_answers")<
  never,
  [itemId: string, answers: string, now: Date]
>(`
  update work_orders set answers = $2::jsonb, state = 'TO_DO', sent_at = coalesce(sent_at, $3::timestamptz),
         due_at = case when sent_at is null then $3::timestamptz + make_interval(days => delivery_days) else due_at end,
         revision = revision + 1
   where order_item_id = $1`);

const selectSent = statement("work_orders_select_sent")<
  { isPaid: boolean; ownerId: string; orderId: string; title: string },
  [itemId: string]
>(`
  select o.total_cents > 0 as "isPaid", w.owner_id as "ownerId", o.id as "orderId", p.title
    from work_orders w join order_items i on i.id = w.order_item_id join orders o on o.id = i.order_id
    join products p on p.id = w.product_id
   where w.order_item_id = $1`);
