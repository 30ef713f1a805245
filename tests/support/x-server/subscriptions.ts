import { z } from "zod";
import { forbidden, invalidRequest, notFound, wrongKindOfToken } from "./problems.ts";
import { parseBody, readCount, type Route } from "./wire.ts";
import type { Subscription, World } from "./world.ts";

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
    answer(world, { body, grant }) {
      const wanted = parseBody(New, body);
      const { event_type: eventType, filter } = wanted;
      const scopes = privateEvents[eventType];
      if (world.notOffered.has(eventType)) throw invalidRequest("event_type is not valid");
      if (eventType === "oauth.revoke") {
        if (filter.user_id) throw invalidRequest("event_type is not valid");
      } else {
        if (!scopes && !publicEvents.includes(eventType)) throw invalidRequest("event_type is not valid");
        if (!world.people.has(filter.user_id ?? "")) throw invalidRequest("filter.user_id is not valid");
      }
      if (scopes && !grant) throw wrongKindOfToken();
      if (
        scopes &&
        (grant?.personId !== filter.user_id || !scopes.every((scope) => grant?.scopes.includes(scope)))
      )
        throw forbidden("The user has not authorized your app for this event.");
      if (wanted.webhook_id && !world.webhooks.has(wanted.webhook_id))
        throw invalidRequest("webhook_id is not valid");
      const standing = [...world.subscriptions.values()];
      if (standing.some((other) => other.eventType === eventType && other.filter.user_id === filter.user_id))
        throw invalidRequest("DuplicateSubscriptionFailed");
      if (standing.length >= mostSubscriptions) throw forbidden("SubscriptionLimitExceeded");
      const now = world.now();
      const made: Subscription = {
        id: world.newId(),
        eventType,
        filter: { user_id: filter.user_id },
        tag: wanted.tag,
        webhookId: wanted.webhook_id,
        createdAt: now,
        updatedAt: now,
      };
      world.subscriptions.set(made.id, made);
      return { status: 200, body: answerOf(world, made) };
    },
  },
  {
    method: "GET",
    path,
    as: "app",
    query: ["max_results", "pagination_token"],
    rates,
    answer(world, { query }) {
      const count = readCount(query, 1_000);
      const from = Number(query["pagination_token"]?.replace("subscriptions-at-", "") ?? 0);
      const all = [...world.subscriptions.values()];
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
    answer(world, { params, body }) {
      const change = parseBody(Change, body);
      const standing = world.subscriptions.get(params["id"] ?? "");
      if (!standing) throw notFound("the subscription");
      if (change.webhook_id && !world.webhooks.has(change.webhook_id))
        throw invalidRequest("webhook_id is not valid");
      standing.tag = change.tag ?? standing.tag;
      standing.webhookId = change.webhook_id ?? standing.webhookId;
      standing.updatedAt = world.now();
      return { status: 200, body: answerOf(world, standing) };
    },
  },
  {
    method: "DELETE",
    path: byId,
    as: "app",
    rates,
    answer(world, { params }) {
      if (!world.subscriptions.delete(params["id"] ?? "")) throw notFound("the subscription");
      return {
        status: 200,
        body: { data: { deleted: true }, meta: { total_subscriptions: world.subscriptions.size } },
      };
    },
  },
];

function answerOf({ subscriptionShape, subscriptions }: World, made: Subscription): object {
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
