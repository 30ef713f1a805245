import { createHmac } from "node:crypto";
import { z } from "zod";
import { invalidRequest, notFound } from "./problems.ts";
import { parseBody, type Route } from "./wire.ts";
import { newSecret, type Webhook, type XState } from "./state.ts";

const rates: Route["rates"] = [{ limit: 450, seconds: 900, of: "app" }];
const byId = /^\/2\/webhooks\/(?<id>\d{1,19})$/;
/** How long a webhook stays valid while its answers are missing, not wrong. */
const graceMs = 28 * 3_600_000;

export const webhookRoutes: Route[] = [
  {
    method: "POST",
    path: /^\/2\/webhooks$/,
    as: "app",
    rates,
    async answer(state, { body }) {
      const { url } = parseBody(z.strictObject({ url: z.string().min(1).max(200) }), body);
      if (!isDeliverable(url))
        throw invalidRequest("UrlValidationFailed: the URL must be https and have no port");
      checkFree(state, url);
      if ((await challenge(state, url)) !== "right")
        throw invalidRequest("CrcValidationFailed: the URL did not answer the challenge");
      // Somebody may have been quicker meanwhile.
      checkFree(state, url);
      const now = state.now();
      const webhook = { id: state.newId(), url, valid: true, createdAt: now, validatedAt: now };
      state.webhooks.set(webhook.id, webhook);
      return { status: 200, body: { data: shown(webhook) } };
    },
  },
  {
    method: "GET",
    path: /^\/2\/webhooks$/,
    as: "app",
    rates,
    answer(state) {
      const data = [...state.webhooks.values()].map(shown);
      return { status: 200, body: { data, meta: { result_count: data.length } } };
    },
  },
  {
    method: "PUT",
    path: byId,
    as: "app",
    rates,
    async answer(state, { params }) {
      const webhook = state.webhooks.get(params["id"] ?? "");
      if (!webhook) throw notFound("the webhook");
      await validate(state, webhook);
      return { status: 200, body: { data: { valid: webhook.valid } } };
    },
  },
  {
    method: "DELETE",
    path: byId,
    as: "app",
    rates,
    answer(state, { params }) {
      if (!state.webhooks.delete(params["id"] ?? "")) throw notFound("the webhook");
      return { status: 200, body: { data: { deleted: true } } };
    },
  },
];

/** The check that X makes of its own accord. A wrong answer counts at once, a missing one after 28 hours. */
export async function validate(state: XState, webhook: Webhook): Promise<void> {
  const result = await challenge(state, webhook.url);
  if (result === "right") {
    webhook.valid = true;
    webhook.validatedAt = state.now();
  } else if (result === "wrong" || state.now().getTime() - webhook.validatedAt.getTime() > graceMs) {
    webhook.valid = false;
  }
}

function checkFree({ webhooks, webhookLimit }: XState, url: string): void {
  if ([...webhooks.values()].some((webhook) => webhook.url === url))
    throw invalidRequest("DuplicateUrlFailed: this URL is registered already");
  if (webhooks.size >= webhookLimit) throw invalidRequest("WebhookLimitExceeded: too many webhooks");
}

/** HTTPS without a port, except on this machine, where tests run. */
function isDeliverable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, port, hostname } = new URL(address);
  if (["localhost", "127.0.0.1"].includes(hostname)) return true;
  return protocol === "https:" && port === "";
}

async function challenge({ app }: XState, address: string): Promise<"right" | "wrong" | "missing"> {
  const token = newSecret("crc");
  const url = new URL(address);
  url.searchParams.set("crc_token", token);
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(60_000) });
    if (response.status >= 400) return "missing";
    if (response.status !== 200) return "wrong";
    const hmac = createHmac("sha256", app.consumerSecret).update(token).digest("base64");
    const said = (await response.json()) as { response_token?: unknown };
    return said.response_token === `sha256=${hmac}` ? "right" : "wrong";
  } catch (error) {
    return error instanceof SyntaxError ? "wrong" : "missing";
  }
}

const shown = ({ id, url, valid, createdAt }: Webhook) => ({
  id,
  url,
  valid,
  created_at: createdAt.toISOString(),
});
