import type pg from "pg";
import { inTransaction } from "#server/database/in-transaction.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { isStoreClosed } from "#server/database/suspended.ts";
import type { Services } from "#server/services.ts";
import type { Promotion, PromotionTemplate, PromotionTemplates } from "./promotion-template.ts";
import { promotionRoom } from "./promotion-room.ts";
import { pausedReason, suppressedReasons } from "./skip-reasons.ts";

/** Between two mails of one creator to one mailbox; and how many it gets a day of all. */
const apartHours = 16;
const ofAll = 3;
const hourMs = 3_600_000;

/**
 * Reserves one mail for this process, if it may leave now: whoever said no, whatever was paid and all that changed since it
 * was queued is read in this transaction. Undefined where it may not leave: the row says why, or when it is tried again.
 *
 * What a store that is closed has queued is left as it is, and in no turn (`send-promotions.ts`): its creator may keep it, or
 * an operator reinstate it. From then on it is a late mail like any other, and one that has become too late says so. Where the
 * account is deleted its rows go with it.
 */
export function claimPromotion(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  templates: PromotionTemplates,
  id: string,
): Promise<{ promotion: Promotion; template: PromotionTemplate; attempt: number } | undefined> {
  return inTransaction(pool, async (client) => {
    const [named] = await selectMailbox(client, id);
    if (!named) return undefined;
    // The mailbox first, then the creator: nobody who waits for a mailbox holds a creator.
    await lockTurn(client, `promotions to ${named.mailbox}`);
    await lockTurn(client, `promotions of ${named.ownerId}`);
    const now = clock.now();
    const [row] = await lockQueued(client, id, now);
    if (!row) return undefined;
    const verdict = await judge(client, templates, row, now);
    if ("skip" in verdict) return void (await recordSkipped(client, id, verdict.skip, now));
    if ("until" in verdict) return void (await postpone(client, id, verdict.until));
    const [claimed] = await recordClaimed(client, id, now);
    if (!claimed) throw new Error("a locked email was not claimed");
    return { promotion: { ...row, data: verdict.data }, template: verdict.template, ...claimed };
  });
}

type Row = Promotion & {
  template: string;
  wantedAt: Date;
  suppression: string | null;
  hasAddress: boolean;
  isStopped: boolean;
  hasRoom: boolean | null;
  lastOwnAt: Date | null;
  thirdLastAt: Date | null;
};

type Verdict = { skip: string } | { until: Date } | { data: unknown; template: PromotionTemplate };

async function judge(
  client: pg.PoolClient,
  templates: PromotionTemplates,
  row: Row,
  now: Date,
): Promise<Verdict> {
  const template = Object.hasOwn(templates, row.template) ? templates[row.template] : undefined;
  const parsed = template?.data.safeParse(row.data);
  if (!template || !parsed?.success) return { skip: "There is no such mail any more" };
  if (row.suppression !== null) return { skip: suppressedReasons[row.suppression] ?? "They want no mails" };
  if (row.isStopped) return { skip: pausedReason };
  if (!row.hasAddress) return { skip: "Your postal address is missing" };
  if (row.wantedAt.getTime() < now.getTime() - (template.lateHours ?? 24) * hourMs)
    return { skip: "It would be too late" };
  const until = Math.max(
    row.lastOwnAt ? row.lastOwnAt.getTime() + (template.apartHours?.(parsed.data) ?? apartHours) * hourMs : 0,
    row.thirdLastAt ? row.thirdLastAt.getTime() + 24 * hourMs : 0,
    row.hasRoom ? 0 : now.getTime() + hourMs,
  );
  if (until > now.getTime()) return { until: new Date(until) };
  const refusal = await template.refusal(client, { ...row, data: parsed.data }, now);
  if (refusal === null) return { data: parsed.data, template };
  return typeof refusal === "string" ? { skip: refusal } : refusal;
}

const selectMailbox = statement("mail_promotion_mailbox")<{ mailbox: string; ownerId: string }, [id: string]>(
  `select mailbox, owner_id as "ownerId" from promotions where id = $1 and state = 'QUEUED'`,
);
const lockTurn = statement("mail_lock_promotions")<never, [name: string]>(
  "select pg_advisory_xact_lock(hashtextextended($1, 0))",
);

const earlier =
  "select claimed_at from promotions e where e.mailbox = p.mailbox and e.claimed_at is not null";

const lockQueued = hotStatement("mail_lock_promotion")<Row, [id: string, now: Date]>(
  `select p.id, p.owner_id as "ownerId", p.email, p.cart_id as "cartId", p.data, p.template, p.wanted_at as "wantedAt",
          suppression_of(p.owner_id, p.email, p.cart_id, $2) as suppression, u.postal_address is not null as "hasAddress",
          exists (select from promotion_stops t where t.owner_id = p.owner_id and t.until > $2) as "isStopped",
          ${promotionRoom("p.owner_id", "$2::timestamptz")} > 0 as "hasRoom",
          (${earlier} and e.owner_id = p.owner_id order by e.claimed_at desc limit 1) as "lastOwnAt",
          (${earlier} order by e.claimed_at desc offset ${ofAll - 1} limit 1) as "thirdLastAt"
     from promotions p join users u on u.id = p.owner_id
    where p.id = $1 and p.state = 'QUEUED' and p.due_at <= $2 and not ${isStoreClosed("p.owner_id")} for update of p skip locked`,
);

const recordSkipped = statement("mail_skip_promotion")<never, [id: string, reason: string, now: Date]>(
  "update promotions set state = 'SKIPPED', reason = $2, settled_at = $3 where id = $1",
);
const postpone = statement("mail_postpone_promotion")<never, [id: string, until: Date]>(
  "update promotions set due_at = $2 where id = $1",
);
const recordClaimed = statement("mail_claim_promotion")<{ attempt: number }, [id: string, now: Date]>(
  "update promotions set state = 'CLAIMED', claimed_at = $2, attempts = attempts + 1 where id = $1 returning attempts as attempt",
);
