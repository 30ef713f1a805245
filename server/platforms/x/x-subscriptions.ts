import { z } from "zod";
import { type ConnectedAccount, PlatformError } from "#server/platforms/social-platform.ts";
import { type Ask, callX, type XContext } from "./x-client.ts";
import { revoke } from "./x-oauth.ts";
import { ensureWebhook } from "./x-webhook-registration.ts";

/**
 * What an account's subscriptions tell of. Without `isNeeded` an account works all the same, so that a refusal of X
 * (encrypted messages, for example, are not offered to everybody) does not keep it from being connected.
 */
const accountEvents = [
  { type: "dm.received", isNeeded: true },
  { type: "dm.sent", isNeeded: true },
  { type: "post.mention.create", isNeeded: false },
  { type: "follow.follow", isNeeded: false },
  { type: "chat.received", isNeeded: false },
] as const;
/** Of the app, not of an account: who took their consent back. */
const appEvent = "oauth.revoke";

const Subscription = z.looseObject({
  subscription_id: z.string(),
  event_type: z.string(),
  filter: z.looseObject({ user_id: z.string().optional() }).default({}),
  webhook_id: z.string().optional(),
});
type Subscription = z.output<typeof Subscription>;
const List = z.looseObject({
  data: z.array(Subscription).default([]),
  meta: z.looseObject({ next_token: z.string().optional() }).optional(),
});
/** X describes its answer in three ways: a list, the subscription itself, and the subscription under its name. */
const Created = z.looseObject({
  data: z.union([z.array(Subscription).min(1), Subscription, z.looseObject({ subscription: Subscription })]),
});

/** Has the app's webhook and the account's subscriptions stand, whatever of them there is already. */
export async function subscribe(context: XContext, account: ConnectedAccount): Promise<void> {
  await callX(context, async (ask) => {
    const webhookId = await ensureWebhook(ask, context.webhookUrl);
    const present = await listSubscriptions(ask);
    const wanted = accountEvents.map(async ({ type, isNeeded }) => {
      try {
        const as = { token: account.accessToken };
        await ensureSubscription(ask, present, webhookId, { type, userId: account.platformUserId, as });
      } catch (error) {
        if (isNeeded || !isRefusal(error)) throw error;
      }
    });
    const outcomes = await Promise.allSettled([...wanted, ensureAppEvent(ask, present, webhookId)]);
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  });
}

/** Ends the account's subscriptions, and its token. */
export async function unsubscribe(context: XContext, account: ConnectedAccount): Promise<void> {
  await callX(context, async (ask) => {
    const present = await listSubscriptions(ask);
    const own = present.filter(({ filter }) => filter.user_id === account.platformUserId);
    const outcomes = await Promise.allSettled([
      ...own.map(({ subscription_id: id }) =>
        ask({ method: "DELETE", path: `/2/activity/subscriptions/${id}`, as: "APP" }),
      ),
      revoke(ask, account.accessToken),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed) throw failed.reason;
  });
}

type Wanted = { type: string; userId?: string; as: "APP" | { token: string } };

async function ensureSubscription(
  ask: Ask,
  present: readonly Subscription[],
  webhookId: string,
  wanted: Wanted,
): Promise<void> {
  const { type, userId, as } = wanted;
  const standing = findWanted(present, wanted);
  if (standing?.webhook_id === webhookId) return;
  if (standing) {
    const path = `/2/activity/subscriptions/${standing.subscription_id}`;
    await ask({ method: "PUT", path, as: "APP", json: { webhook_id: webhookId } });
    return;
  }
  const json = {
    event_type: type,
    filter: userId ? { user_id: userId } : {},
    tag: "openstall",
    webhook_id: webhookId,
  };
  try {
    const body = await ask({ method: "POST", path: "/2/activity/subscriptions", as, json });
    if (!Created.safeParse(body).success)
      throw new PlatformError("DENIED", `X did not subscribe us to ${type}`);
  } catch (error) {
    // Another process may have been quicker.
    if (!isRefusal(error) || !findWanted(await listSubscriptions(ask), wanted)) throw error;
  }
}

/** X names the event in its guide and not in its API's description: an account works without it. */
async function ensureAppEvent(ask: Ask, present: readonly Subscription[], webhookId: string): Promise<void> {
  try {
    await ensureSubscription(ask, present, webhookId, { type: appEvent, as: "APP" });
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

const findWanted = (present: readonly Subscription[], { type, userId }: Wanted) =>
  present.find(({ event_type, filter }) => event_type === type && filter.user_id === userId);

const isRefusal = (error: unknown) => error instanceof PlatformError && error.kind === "DENIED";

/** All subscriptions of the app: 1,500 at most without a contract with X. */
async function listSubscriptions(ask: Ask): Promise<Subscription[]> {
  const found: Subscription[] = [];
  for (let token: string | undefined = ""; token !== undefined;) {
    const query: Record<string, string> = {
      max_results: "1000",
      ...(token && { pagination_token: token }),
    };
    const body = await ask({ method: "GET", path: "/2/activity/subscriptions", as: "APP", query });
    const page = List.safeParse(body);
    if (!page.success) throw new PlatformError("MALFORMED", "X's list of subscriptions cannot be read");
    found.push(...page.data.data);
    token = page.data.meta?.next_token;
  }
  return found;
}
