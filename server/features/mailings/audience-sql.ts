import type pg from "pg";
import type { Audience, AudienceCondition } from "#contract/mailings/audience.ts";
import { mailboxOf } from "#server/database/schema/mailbox-of.ts";
import { mailboxesOf } from "./mailboxes-of.ts";

type Client = pg.Pool | pg.PoolClient;

/** Whose audience is asked for; `mailbox`: whether this one person is still of it, found without reading the others. */
export type Asked = { ownerId: string; audience: Audience; now: Date; mailbox?: string };

/** A statement that is made for its conditions: fixed texts for each of them, and all that was typed as parameters. */
export class AudienceSql {
  readonly values: unknown[];
  readonly ctes: string;

  constructor({ ownerId, audience, now, mailbox }: Asked) {
    this.values = [ownerId, now];
    const isOne = mailbox !== undefined;
    const of = (address: string) =>
      isOne ? `and ${mailboxOf(address)} = ${this.value(mailbox, "text")}` : "";
    const joins: string[] = [];
    const holds = this.#group(audience, (condition) => this.#condition(condition, joins, isOne));
    // Without a condition that needs them, nothing else would say what the first two parameters are.
    this.ctes = `
      asker as (select $1::uuid as owner_id, $2::timestamptz as now),
      ids as materialized (
        select k.customer_id, c.email, ${mailboxOf("c.email")} as mailbox, k.name, k.spent_cents, k.last_order_at,
               k.spent_cents > 0 or c.proven_at is not null or bought.for_money or bought.proven as is_proven
          from creator_customers k
          join customers c on c.id = k.customer_id and c.erased_at is null
          join lateral (
            select count(*) > 0 as is_customer, coalesce(bool_or(o.total_cents > 0), false) as for_money,
                   coalesce(bool_or(o.address_proven), false) as proven
              from orders o
             where o.owner_id = k.owner_id and o.customer_id = k.customer_id and o.status in ('PAID', 'REFUNDED')) bought
            on bought.is_customer
         where k.owner_id = $1 ${of("c.email")}),
      people as materialized (
        select mailbox, (array_agg(email order by is_reader desc, spent_cents desc, email))[1] as email,
               coalesce((array_agg(name order by last_order_at desc nulls last) filter (where name <> ''))[1], '') as name,
               sum(spent_cents) as spent_cents, bool_or(is_reader) as is_subscribed, bool_or(is_proven) as is_proven,
               max(last_order_at) as last_order_at
          from (select mailbox, email, name, spent_cents, last_order_at, is_proven, false as is_reader from ids
                union all
                select ${mailboxOf("b.email")}, b.email, '', 0, null, true, true
                  from subscribers b where b.owner_id = $1 and b.state = 'SUBSCRIBED' ${of("b.email")}) addresses
         group by mailbox),
      matching as (select p.* from people p ${joins.join("\n")} where ${holds})`;
  }

  /** The next parameter, as SQL. */
  value(value: unknown, type: string): string {
    return `$${this.values.push(value)}::${type}`;
  }

  /** Runs a statement that begins with these people: `ids`, `people` and `matching`. */
  async query<Row extends pg.QueryResultRow>(client: Client, rest: string): Promise<Row[]> {
    const { rows } = await client.query<Row>(`with ${this.ctes} ${rest}`, this.values);
    return rows;
  }

  #group(
    { match, conditions }: Pick<Audience, "match" | "conditions">,
    one: (part: AudienceCondition) => string,
  ): string {
    if (conditions.length === 0) return "true";
    const parts = conditions.map((part) => (part.type === "group" ? this.#group(part, one) : one(part)));
    return `(${parts.join(match === "ALL" ? " and " : " or ")})`;
  }

  /** Whether a condition holds of `p`. What is asked of orders and tags is joined as a set, or looked up for one person. */
  #condition(condition: AudienceCondition, joins: string[], isOne: boolean): string {
    const holds = (sql: string) => (condition.is ? sql : `(not ${sql}${this.#unlessGone(condition)})`);
    if (condition.type === "subscribed") return holds("p.is_subscribed");
    if (condition.type === "spent")
      return holds(`(p.spent_cents >= ${this.value(condition.atLeastCents, "bigint")})`);
    const mailboxes = mailboxesOf(condition, (value, type) => this.value(value, type));
    if (isOne) return holds(`exists (select from (${mailboxes}) m where m.mailbox = p.mailbox)`);
    const name = `c${joins.length}`;
    joins.push(
      `left join (select distinct m.mailbox from (${mailboxes}) m) ${name} on ${name}.mailbox = p.mailbox`,
    );
    return holds(`(${name}.mailbox is not null)`);
  }

  /** Of a tag that was deleted nobody knows any more who had it: it is not taken for a word that nobody has. */
  #unlessGone(condition: AudienceCondition): string {
    if (condition.type !== "tag" || condition.tagId === null) return "";
    return ` and exists (select from tags g where g.owner_id = $1 and g.id = ${this.value(condition.tagId, "uuid")})`;
  }
}
