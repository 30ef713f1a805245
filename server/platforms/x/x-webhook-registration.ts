import { z } from "zod";
import { PlatformError } from "#server/platforms/social-platform.ts";
import type { Ask } from "./x-client.ts";

const Webhook = z.looseObject({ id: z.string(), url: z.string(), valid: z.boolean().default(false) });
type Webhook = z.output<typeof Webhook>;
const Created = z.looseObject({ data: Webhook });
const List = z.looseObject({ data: z.array(Webhook).default([]) });

/**
 * The id of the app's webhook at `url`, registered where it is not yet. X calls it at once with a challenge, and stops
 * delivering to one that fails: such a one is put to the test again. Throws DENIED when it fails still.
 */
export async function ensureWebhook(ask: Ask, url: string): Promise<string> {
  const webhook = (await findWebhook(ask, url)) ?? (await createWebhook(ask, url));
  if (!webhook.valid) await revalidate(ask, webhook);
  return webhook.id;
}

/** Puts the webhook at `url` to the test again where X has stopped believing in it; whether it had. Throws DENIED as above. */
export async function reviveWebhook(ask: Ask, url: string): Promise<boolean> {
  const webhook = await findWebhook(ask, url);
  if (!webhook || webhook.valid) return false;
  await revalidate(ask, webhook);
  return true;
}

async function revalidate(ask: Ask, { id, url }: Webhook): Promise<void> {
  await ask({ method: "PUT", path: `/2/webhooks/${id}`, as: "APP" });
  const again = await findWebhook(ask, url);
  if (!again?.valid)
    throw new PlatformError("DENIED", `X cannot confirm ${url}: it must answer X's challenge over HTTPS`);
}

async function createWebhook(ask: Ask, url: string): Promise<Webhook> {
  try {
    return read(Created, await ask({ method: "POST", path: "/2/webhooks", as: "APP", json: { url } })).data;
  } catch (error) {
    // Another process may have been quicker.
    const standing =
      error instanceof PlatformError && error.kind === "DENIED" ? await findWebhook(ask, url) : undefined;
    if (!standing) throw error;
    return standing;
  }
}

async function findWebhook(ask: Ask, url: string): Promise<Webhook | undefined> {
  const { data } = read(List, await ask({ method: "GET", path: "/2/webhooks", as: "APP" }));
  return data.find((webhook) => webhook.url === url);
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new PlatformError("MALFORMED", "X's answer about webhooks cannot be read");
  return parsed.data;
}
