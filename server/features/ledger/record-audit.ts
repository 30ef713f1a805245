import { type Queryable, statement } from "#server/database/statement.ts";
import type { Finding } from "./audit.ts";

/** Keeps what an audit found, for whoever runs the installation: which rules, and how often; the runs of a month. */
export async function recordAudit(
  client: Queryable,
  rules: number,
  findings: readonly Finding[],
  now: Date,
): Promise<void> {
  const kept = findings.map(({ name, rule, count }) => ({ name, rule, count }));
  await insertAudit(client, rules, JSON.stringify(kept), now);
}

const insertAudit = statement("ledger_insert_audit")<never, [rules: number, findings: string, now: Date]>(
  `with older as (delete from book_audits where created_at < $3::timestamptz - interval '31 days')
   insert into book_audits (rules, findings, created_at) values ($1, $2::jsonb, $3)`,
);
