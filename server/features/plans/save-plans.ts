import { paidPlans } from "#server/database/schema/accounts.ts";
import { planTerms } from "#contract/plans/plan-terms.ts";
import { inTransaction } from "#server/database/in-transaction.ts";
import { statement } from "#server/database/statement.ts";
import type { Services } from "#server/services.ts";

export type PaidPlan = (typeof paidPlans)[number];

export type PlanPrices = Record<PaidPlan, number>;

/** In cents, by the month. */
export const defaultPrices: PlanPrices = { PRO: 2_900, ENTERPRISE: 9_900 };

export type SavedPlan = { plan: PaidPlan; priceCents: number; productId: string; isChanged: boolean };

type Wanted = {
  /** What is given is changed, and what is not stays as it is, or is the default. */
  prices?: Partial<PlanPrices>;
  /** Where buyers of plans reach whoever sells them. */
  email?: string;
};

/**
 * Makes the platform's account and its two plans where there are none, and changes what is given. Another price is for who
 * buys from now on: what a membership pays stands in its own row. Two processes at once make one of each. Throws where the
 * address is another account's, and then changes nothing.
 */
export async function savePlans(
  { pool, clock, config }: Pick<Services, "pool" | "clock" | "config">,
  { prices = {}, email }: Wanted = {},
): Promise<SavedPlan[]> {
  return inTransaction(pool, async (client) => {
    await alone(client);
    const now = clock.now();
    const address = email ?? `plans@${config.publicUrl.hostname}`;
    const [found] = await selectPlatform(client);
    if (!found) await insertPlatform(client, address, now);
    else if (email && (await updateEmail(client, email)).length === 0) throw isTaken(email);
    const [platform] = await selectPlatform(client);
    if (!platform) throw isTaken(address);
    await insertChoices(client, platform.id);
    const saved: SavedPlan[] = [];
    for (const plan of paidPlans) {
      const { name, included } = planTerms[plan];
      const [written] = await savePlan(
        client,
        platform.id,
        plan,
        `Openstall ${name}`,
        `openstall-${name.toLowerCase()}`,
        prices[plan] ?? null,
        defaultPrices[plan],
        [...included],
        now,
      );
      if (!written) throw new Error(`The plan ${name} was not written.`);
      saved.push({ plan, ...written });
    }
    return saved;
  });
}

const isTaken = (address: string) =>
  new Error(`The plans need an address of their own: ${address} belongs to another account.`);

const alone = statement("plans_lock")<never, []>(
  "select pg_advisory_xact_lock(hashtextextended('openstall plans', 0))",
);

const selectPlatform = statement("plans_select_platform")<{ id: string }, []>(
  "select id from users where is_platform",
);

/** Our own name stands on no mail of it twice: it is white-label by the plan that it is given. */
const insertPlatform = statement("plans_insert_platform")<never, [email: string, now: Date]>(
  `insert into users (email, handle, first_name, plan, is_platform, refund_days, trial_ends_at, profile_completed_at, created_at, updated_at)
   select $1, (select free from unnest(array['openstall', 'openstall_plans', 'openstall_' || left(md5($1), 8)]) free
                where not exists (select from users taken where taken.handle = free)
                  and not exists (select from former_handles held where held.handle = free) limit 1),
          'Openstall', 'ENTERPRISE', true, 0, $2, $2, $2, $2
   on conflict do nothing`,
);

const updateEmail = statement("plans_update_email")<{ id: string }, [email: string]>(
  `update users set email = $1 where is_platform and not exists (select from users other where lower(other.email) = lower($1) and not other.is_platform)
   returning id`,
);

/** Each sale of a plan is no news to anybody; a dispute is. */
const insertChoices = statement("plans_insert_choices")<never, [ownerId: string]>(
  `insert into notification_choices (owner_id, kind, mail, in_app, push)
   select $1, kind, 'NEVER', false, false from unnest(array['SALE', 'FIRST_SALE']) kind on conflict do nothing`,
);

const savePlan = statement("plans_save")<
  { productId: string; priceCents: number; isChanged: boolean },
  [
    ownerId: string,
    plan: PaidPlan,
    title: string,
    slug: string,
    priceCents: number | null,
    defaultCents: number,
    benefits: string[],
    now: Date,
  ]
>(`with before as (select price_cents from products where plan = $2),
   saved as (
     insert into products (owner_id, plan, title, slug, type, price_cents, billing_interval, benefits, allow_order_bumps, allow_upsells, created_at, updated_at)
     select $1::uuid, $2, $3, case when exists (select from products taken where taken.owner_id = $1::uuid and taken.slug = $4) then $4 || '-' || left(md5($4), 8) else $4 end,
            'MEMBERSHIP', coalesce($5::int, $6::int), 'MONTH', $7::text[], false, false, $8, $8
     on conflict (plan) where plan is not null do update
        set price_cents = coalesce($5::int, products.price_cents), title = excluded.title, benefits = excluded.benefits, updated_at = excluded.updated_at
     returning id, price_cents)
   select saved.id as "productId", saved.price_cents as "priceCents",
          coalesce((select price_cents <> saved.price_cents from before), true) as "isChanged" from saved`);
