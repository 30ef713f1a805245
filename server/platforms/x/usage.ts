import { type Queryable, statement } from "#server/database/statement.ts";

/** X's published prices in thousandths of a dollar: of events that it delivers, and of messages that it takes. */
export const xPrices = {
  message: 10,
  encrypted: 10,
  follow: 10,
  mention: 5,
  send: 15,
} as const;

/** Messages that X takes from the whole app in 24 hours. */
export const xDailyLimit = 1_440;

export type XUsageCounts = Record<keyof typeof xPrices, number>;
export type XUsage = {
  /** Since midnight, UTC: X counts in such days. */
  today: XUsageCounts & { costMills: number };
  /** Since the first of the month, UTC. */
  month: XUsageCounts & { costMills: number };
  /** Of `xDailyLimit`. */
  sendsIn24Hours: number;
};

/**
 * What this installation received from X and sent through it, and what X asks for that in thousandths of a dollar. Reading
 * who an account is, and looking for messages that may have arrived, comes on top: X's console has the bill.
 */
export async function xUsage(pool: Queryable, now: Date): Promise<XUsage> {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const [today, thisMonth, sends] = await Promise.all([
    countSince(pool, day),
    countSince(pool, month),
    countSends(pool, new Date(now.getTime() - 86_400_000)),
  ]);
  return { today: withCost(today), month: withCost(thisMonth), sendsIn24Hours: sends };
}

/** The same in one line for the operator. */
export function describeXUsage({ today, month, sendsIn24Hours }: XUsage): string {
  const part = (name: string, { costMills, send, ...received }: XUsage["today"]) => {
    const events = received.message + received.encrypted + received.follow + received.mention;
    return `${name} ${events} received, ${send} sent, about $${(Math.ceil(costMills / 10) / 100).toFixed(2)}`;
  };
  return `X: ${part("today", today)}; ${part("this month", month)}; ${sendsIn24Hours} of ${xDailyLimit} messages in 24 hours`;
}

function withCost(counts: XUsageCounts) {
  const kinds = Object.keys(xPrices) as (keyof typeof xPrices)[];
  return { ...counts, costMills: kinds.reduce((sum, kind) => sum + counts[kind] * xPrices[kind], 0) };
}

async function countSince(pool: Queryable, since: Date): Promise<XUsageCounts> {
  const [[received], send] = await Promise.all([selectReceived(pool, since), countSends(pool, since)]);
  return { message: 0, encrypted: 0, follow: 0, mention: 0, ...received, send };
}

const selectReceived = statement("x_count_received")<Omit<XUsageCounts, "send">, [since: Date]>(
  `select count(*) filter (where e.kind = 'MESSAGE')::int as message,
              count(*) filter (where e.kind = 'OTHER' and e.detail->>'note' = 'encrypted')::int as encrypted,
              count(*) filter (where e.kind = 'FOLLOW')::int as follow,
              count(*) filter (where e.kind = 'MENTION')::int as mention
         from social_accounts a
         join social_events e on e.user_id = a.user_id and e.social_account_id = a.id and e.received_at >= $1
        where a.platform = 'TWITTER' and a.connection <> 'DEMO'`,
);

/** Refused messages are counted too: X does not say that they are free. */
async function countSends(pool: Queryable, since: Date): Promise<number> {
  const [counted] = await selectSends(pool, since);
  return counted?.sends ?? 0;
}

const selectSends = statement("x_count_sends")<{ sends: number }, [since: Date]>(
  `select count(*)::int as sends
       from social_sends s join social_accounts a on a.id = s.social_account_id and a.connection <> 'DEMO'
      where s.platform = 'TWITTER' and s.claimed_at >= $1`,
);
