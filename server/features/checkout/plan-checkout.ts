import { isolated } from "#contract/isolated.ts";
import { membershipRuns } from "#server/database/membership-runs.ts";
import { hotStatement, statement } from "#server/database/statement.ts";
import { Conflict, NotFound } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import type { OpenCheckout } from "./checkout-session.ts";
import { closeCheckout, type ClosableCheckout } from "./close-checkout.ts";
import type { Buyer } from "./price-cart.ts";

type Wanted = Pick<OpenCheckout, "isPlan" | "title">;

/**
 * A plan is bought by the creator whose it becomes, and one at a time. Throws 404 for a plan where there are
 * none, and 409 where nobody is signed in and while a plan of theirs runs. Answers whose plan it will be; null for whatever is no plan.
 */
export async function planBuyer(
  { pool, config }: Pick<Services, "pool" | "config">,
  { isPlan }: Wanted,
  { creatorId }: Pick<Buyer, "creatorId">,
): Promise<string | null> {
  if (!isPlan) return null;
  if (!config.plans) throw NotFound("Product not found");
  if (!creatorId)
    throw Conflict(
      "You are not signed in. Sign in to your account, and pay for its plan there.",
      "SIGN_IN_FIRST",
    );
  const [leaving] = await selectLeaving(pool, creatorId);
  if (leaving)
    throw Conflict("Your account is about to be deleted. Keep it first, then choose a plan.", "STORE_CLOSED");
  await requireNoPlan(pool, creatorId);
  return creatorId;
}

/** When a creator's free trial ends; null once it has ended. */
export async function findTrialEnd(
  { pool, clock }: Pick<Services, "pool" | "clock">,
  creatorId: string,
): Promise<Date | null> {
  const [trial] = await selectTrial(pool, creatorId, clock.now());
  return trial?.endsAt ?? null;
}

async function requireNoPlan(pool: Services["pool"], creatorId: string): Promise<void> {
  const [running] = await selectRunningPlan(pool, creatorId);
  if (running)
    throw Conflict(
      `You have ${isolated(running.title)} already. You can change or cancel it in Settings, under Plan.`,
      "PLAN_RUNS",
    );
}

/**
 * Ends the creator's other checkouts of plans, in whatever browser, so that no two can be paid: one that was paid meanwhile
 * becomes their plan. Throws 409 then, and where one of them is being paid at this moment, `GatewayError` where the provider does not answer.
 */
export async function closeOtherPlanCheckouts(
  services: Services,
  creatorId: string,
  sessionId: string | null,
): Promise<void> {
  const others = await selectOthers(services.pool, creatorId, sessionId);
  for (const other of others) await closeCheckout(services, other);
  if (others.length === 0) return;
  await requireNoPlan(services.pool, creatorId);
  const [left] = await selectOthers(services.pool, creatorId, sessionId);
  if (left)
    throw Conflict(
      "You are paying for a plan in another tab or browser. Please finish that, or wait until it has ended.",
      "PLAN_BEING_PAID",
    );
}

const selectLeaving = statement("checkout_select_leaving")<{ ownerId: string }, [creatorId: string]>(
  'select owner_id as "ownerId" from account_deletions where owner_id = $1',
);

const selectTrial = statement("checkout_select_plan_trial")<{ endsAt: Date }, [creatorId: string, now: Date]>(
  `select trial_ends_at as "endsAt" from users where id = $1 and trial_ends_at > $2`,
);

const selectRunningPlan = hotStatement("checkout_running_plan")<{ title: string }, [creatorId: string]>(
  `select p.title from subscriptions s join products p on p.id = s.product_id
    where s.plan_for = $1 and ${membershipRuns("s")} limit 1`,
);

const selectOthers = hotStatement("checkout_other_plans")<
  ClosableCheckout,
  [creatorId: string, sessionId: string | null]
>(`select session_id as id, payment_intent_id as "paymentIntentId", provider_subscription_id as "providerSubscriptionId"
     from checkout_sessions where plan_for = $1 and status = 'ACTIVE' and session_id is distinct from $2::uuid`);
