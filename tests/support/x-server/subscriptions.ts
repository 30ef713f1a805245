import { z } from "zod";
import { forbidden, invalidRequest, notFound, wrongKindOfToken } from "./problems.ts";
import { parseBody, readCount, type Route } from "./wire.ts";
import type { Subscription, XState } from "./state.ts";

/** The private ones need the person's own token, with these scopes. */
const privateEvents: Record<string, string[]> = {
  "dm.received": ["dm.read"],
  "dm.sent": ["dm.read"],
  "dm.read": ["dm.read"],
  "chat.received": ["dm.read"],
  "chat.sent": ["dm.read"],
  "post.mention.create": ["tweet.read"],
  "post.reply.create": ["tweet.read"],
};
const publicEvents = ["follow.follow", "follow.unfollow", "post.create", "post.delete", "profile.update.bio"];
const mostSubscriptions = 1_500;

const webhookId = z.string().regex(/^[0-9]{1,19}$/);
const tag = z.string().min(1).max(200);
const New = z.strictObject({
  event_type: z.string(),
  filter: z.strictObject({
    user_id: z.string().optional(),
    direction: z.enum(["inbound", "outbound"]).optional(),
    keyword: z.string().optional(),
  }),
  tag: tag.optional(),
  webhook_id: webhookId.optional(),
});
const Change = z.strictObject({ tag: tag.optional(), webhook_id: webhookId.optional() });

const rates: Route["rates"] = [{ limit: 500, seconds: 900, of: "app" }];
const path = /^\/2\/activity\/subscriptions$/;
const byId = /^\/2\/activity\/subscriptions\/(?<id>\d{1,19})$/;

export const subscriptionRoutes: Route[] = [
  {
    method: "POST",
    path,
    as: "either",
    rates,
    answer(state, { body, grant }) {
      const wanted = parseBody(New, body);
      const { event_type: eventType, filter } = wanted;
      const scopes = privateEvents[eventType];
      if (state.notOffered.has(eventType)) throw invalidRequest("event_type is not valid");
      if (eventType === "oauth.revoke") {
        if (filter.user_id) throw invalidRequest("event_type is not valid");
      } else {
        if (!scopes && !publicEvents.includes(eventType)) throw invalidRequest("event_type is not valid");
        if (!state.people.has(filter.user_id ?? "")) throw invalidRequest("filter.user_id is not valid");
      }
      if (scopes && !grant) throw wrongKindOfToken();
      if (
        scopes &&
        (grant?.personId !== filter.user_id || !scopes.every((scope) => grant?.scopes.includes(scope)))
      )
        throw forbidden("The user has not authorized your app for this event.");
      if (wanted.webhook_id && !state.webhooks.has(wanted.webhook_id))
        throw invalidRequest("webhook_id is not valid");
      const standing = [...state.subscriptions.values()];
      if (standing.some((other) => other.eventType === eventType && other.filter.user_id === filter.user_id))
        throw invalidRequest("DuplicateSubscriptionFailed");
      if (standing.length >= mostSubscriptions) throw forbidden("SubscriptionLimitExceeded");
      const now = state.now();
      const made: Subscription = {
        id: state.newId(),
        eventType,
        filter: { user_id: filter.user_id },
        tag: wanted.tag,
        webhookId: wanted.webhook_id,
        createdAt: now,
        updatedAt: now,
      };
      state.subscriptions.set(made.id, made);
      return { status: 200, body: answerOf(state, made) };
    },
  },
  {
    method: "GET",
    path,
    as: "app",
    query: ["max_results", "pagination_token"],
    rates,
    answer(state, { query }) {
      const count = readCount(query, 1_000);
      const from = Number(query["pagination_token"]?.replace("subscriptions-at-", "") ?? 0);
      const all = [...state.subscriptions.values()];
      const next = from + count;
      return {
        status: 200,
        body: {
          data: all.slice(from, next).map(shown),
          meta: {
            total_subscriptions: all.length,
            ...(next < all.length && { next_token: `subscriptions-at-${next}` }),
          },
        },
      };
    },
  },
  {
    method: "PUT",
    path: byId,
    as: "app",
    rates,
    answer(state, { params, body }) {
      const change = parseBody(Change, body);
      const standing = state.subscriptions.get(params["id"] ?? "");
      if (!standing) throw notFound("the subscription");
      if (change.webhook_id && !state.webhooks.has(change.webhook_id))
        throw invalidRequest("webhook_id is not valid");
      standing.tag = change.tag ?? standing.tag;
      standing.webhookId = change.webhook_id ?? standing.webhookId;
      standing.updatedAt = state.now();
      return { status: 200, body: answerOf(state, standing) };
    },
  },
  {
    method: "DELETE",
    path: byId,
    as: "app",
    rates,
    answer(state, { params }) {
      if (!state.subscriptions.delete(params["id"] ?? "")) throw notFound("the subscription");
      return {
        status: 200,
        body: { data: { deleted: true }, meta: { total_subscriptions: state.subscriptions.size } },
      };
    },
  },
];

function answerOf({ subscriptionShape, subscriptions }: XState, made: Subscription): object {
  const data = { list: [shown(made)], plain: shown(made), named: { subscription: shown(made) } };
  return { data: data[subscriptionShape], meta: { total_subscriptions: subscriptions.size } };
}

const shown = (subscription: Subscription) => ({
  subscription_id: subscription.id,
  event_type: subscription.eventType,
  filter: subscription.filter,
  tag: subscription.tag,
  webhook_id: subscription.webhookId,
  created_at: subscription.createdAt.toISOString(),
  updated_at: subscription.updatedAt.toISOString(),
});
