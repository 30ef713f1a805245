import type { OperatorEvent } from "#contract/operator/operator-books.ts";
import type { OperatorEventKind } from "#contract/operator/operator-event-kinds.ts";
import { comesAfter, cutPage, type Placed, placeMicros, placeOf } from "#server/database/newest-first.ts";
import { type Queryable, statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

const perPage = 50;

type Act = { kind: OperatorEventKind; ownerId?: string; subject?: string; reason?: string };

/** Writes down what an operator does, for ever, in the transaction that does it. */
export async function recordAct(client: Queryable, operatorId: string, act: Act, now: Date): Promise<void> {
  const { kind, ownerId = null, subject = "", reason = "" } = act;
  await insertEvent(client, operatorId, kind, ownerId, subject, reason, now);
}

const insertEvent = statement("operator_insert_event")<
  never,
  [
    operatorId: string,
    kind: OperatorEventKind,
    ownerId: string | null,
    subject: string,
    reason: string,
    now: Date,
  ]
>(
  "insert into operator_events (operator_id, kind, owner_id, subject, reason, created_at) values ($1, $2, $3, $4, $5, $6)",
);

/** What operators did, the newest first. Accounts are named as they are called now, or not at all where they are gone. */
export async function listOperatorEvents(
  { pool }: Pick<Services, "pool">,
  cursor: string | undefined,
): Promise<{ events: OperatorEvent[]; nextCursor: string | null }> {
  const { shown, nextCursor } = cutPage(await selectEvents(pool, ...placeOf(cursor)), perPage);
  return { events: shown, nextCursor };
}

const selectEvents = statement("operator_select_events")<
  OperatorEvent & Placed,
  [afterMicros: string, afterId: string]
>(
  `select e.id, e.kind, coalesce(by.handle, '') as operator, of.handle, e.subject, e.reason, e.created_at as "createdAt",
          ${placeMicros("e.created_at")} as "placeMicros"
     from operator_events e
     left join users by on by.id = e.operator_id
     left join users of on of.id = e.owner_id
    where ${comesAfter("e.created_at", "e.id", ["$1", "$2"])}
    order by e.created_at desc, e.id desc limit ${perPage + 1}`,
);
