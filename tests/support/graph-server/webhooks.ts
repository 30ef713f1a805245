import { createHmac } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "#tests/support/stripe-server/random.ts";
import type { GraphAccount, GraphApp, WebhookItem } from "./state.ts";

/** Takes one webhook; answers with the status. */
export type Receive = (webhook: {
  path: "/webhook/instagram" | "/webhook/facebook";
  body: Buffer;
  headers: Record<string, string>;
}) => Promise<number>;

type Event = { account: GraphAccount; item: WebhookItem };
type Post = Parameters<Receive>[0] & { accountIds: string[] };

const hourMs = 3_600_000;

/** Meta signs what it sends: every character beyond ASCII, and a slash, is escaped. */
export const escapedJson = (value: unknown): string =>
  JSON.stringify(value)
    .replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .replaceAll("/", "\\/");

export const signature = (body: Buffer | string, secret: string): Record<string, string> => ({
  "content-type": "application/json",
  "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
});

/** What Meta posts when a user takes the access away, or wants their data deleted. */
export function signedRequest(userId: string, secret: string, at: Date): string {
  const said = { algorithm: "HMAC-SHA256", user_id: userId, issued_at: Math.floor(at.getTime() / 1000) };
  const payload = Buffer.from(JSON.stringify(said)).toString("base64url");
  return `${createHmac("sha256", secret).update(payload).digest("base64url")}.${payload}`;
}

type Sender = { app: GraphApp; random: Random; now(): number; drop(accountIds: string[]): void };

/** Sends what happens to the app: at once, or held back and let go with duplicates, out of order and in batches. */
export function createWebhooks(state: Sender) {
  let receive: Receive | undefined;
  let held: Event[] | undefined;
  const pending = new Set<Promise<void>>();
  const failingSince = new Map<string, number>();

  const post = async (webhook: Post) => {
    for (let attempt = 1; ; attempt++) {
      const status = await receive?.(webhook).catch(() => 0);
      webhooks.posts++;
      if (status !== undefined && status >= 200 && status < 300) {
        for (const id of webhook.accountIds) failingSince.delete(id);
        return;
      }
      for (const id of webhook.accountIds) {
        const since = failingSince.get(id) ?? state.now();
        failingSince.set(id, since);
        // As for direct messages: after an hour of failures the account is no longer subscribed.
        if (state.now() - since > hourMs) state.drop([id]);
      }
      if (attempt === webhooks.attempts) return void webhooks.lost.push(webhook);
      await sleep(webhooks.retryMs * attempt, undefined, { ref: false });
    }
  };
  const track = (work: Promise<void>) => {
    const tracked = work.finally(() => pending.delete(tracked));
    pending.add(tracked);
  };
  const send = (events: Event[]) => {
    for (const kind of ["INSTAGRAM", "PAGE"] as const) {
      const mine = events.filter(({ account }) => account.kind === kind);
      if (mine.length > 0) track(post(postOf(state, mine, webhooks.signWith)));
    }
  };

  const webhooks = {
    /** How often a webhook is posted before it is given up, and how long before the second time. */
    attempts: 5,
    retryMs: 40,
    /** Which app's secret signs what Instagram sends. */
    signWith: "instagram" as "instagram" | "meta",
    /** By chance (0 to 1 each): posted twice, and posted late, after what comes next. */
    chaos: { duplicates: 0, delays: 0, delayMs: 30 },
    /** Every post so far, and those that nobody took. */
    posts: 0,
    lost: [] as Post[],
    /** Where they go. */
    sendTo(target: Receive) {
      receive = target;
    },
    emit(event: Event) {
      if (held) return void held.push(event);
      if (!receive) return;
      const times = state.random.next() < webhooks.chaos.duplicates ? 2 : 1;
      for (let time = 0; time < times; time++) {
        if (state.random.next() >= webhooks.chaos.delays) send([event]);
        else
          track(
            sleep(state.random.next() * webhooks.chaos.delayMs, undefined, { ref: false }).then(() =>
              send([event]),
            ),
          );
      }
    },
    /** From now on nothing is posted, until `release`. */
    hold() {
      held ??= [];
    },
    /** Posts what was held back: shuffled, each `times` times, all accounts in one webhook, as asked. */
    release({ shuffle = false, times = 1, batch = false } = {}) {
      const events = Array.from({ length: times }, () => held ?? []).flat();
      held = undefined;
      if (shuffle) shuffled(events, state.random);
      if (batch) send(events);
      else for (const event of events) send([event]);
    },
    /** Posts the lost ones again. */
    redeliver() {
      for (const webhook of webhooks.lost.splice(0)) track(post(webhook));
    },
    /** Takes what would be posted instead of posting it. */
    take(): { body: Buffer; headers: Record<string, string> }[] {
      const events = held ?? [];
      if (held) held = [];
      return events.map((event) => postOf(state, [event], webhooks.signWith));
    },
    /** Once nothing is on its way. */
    async idle() {
      while (pending.size > 0) await Promise.all(pending);
    },
  };
  return webhooks;
}

export type Webhooks = ReturnType<typeof createWebhooks>;

function postOf(state: Sender, events: Event[], signWith: "instagram" | "meta"): Post {
  const isPage = events[0]?.account.kind === "PAGE";
  const grouped = new Map<GraphAccount, WebhookItem[]>();
  for (const { account, item } of events) grouped.set(account, [...(grouped.get(account) ?? []), item]);
  const entry: object[] = [];
  for (const [account, items] of grouped) {
    const messaging = items.flatMap((item) => ("messaging" in item && !item.standby ? [item.messaging] : []));
    const standby = items.flatMap((item) => ("messaging" in item && item.standby ? [item.messaging] : []));
    const changes = items.flatMap((item) => ("change" in item ? [item.change] : []));
    const head = { id: account.id, time: state.now() };
    if (messaging.length > 0) entry.push({ ...head, messaging });
    if (standby.length > 0) entry.push({ ...head, standby });
    // Both shapes are documented, and both are seen.
    const isFlat = !isPage && account.pageId === null && state.random.next() < 0.5;
    if (isFlat) for (const change of changes) entry.push({ ...head, ...change });
    else if (changes.length > 0) entry.push({ ...head, time: Math.floor(state.now() / 1000), changes });
  }
  const body = Buffer.from(escapedJson({ object: isPage ? "page" : "instagram", entry }));
  const { instagramAppSecret, metaAppSecret } = state.app;
  // Through a Page, there is no other app.
  const isByPage = events.some(({ account }) => account.pageId !== null);
  const secret = isByPage || signWith === "meta" ? metaAppSecret : instagramAppSecret;
  return {
    path: isPage ? "/webhook/facebook" : "/webhook/instagram",
    body,
    headers: signature(body, secret),
    accountIds: [...grouped.keys()].map(({ id }) => id),
  };
}

function shuffled<Item>(items: Item[], random: Random): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random.next() * (last + 1));
    const moved = items[last] as Item;
    items[last] = items[other] as Item;
    items[other] = moved;
  }
}
