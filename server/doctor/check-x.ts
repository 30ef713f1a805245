import { z } from "zod";
import type { Config } from "#server/config.ts";
import { askX, XUnanswered } from "#server/platforms/x/x-api.ts";
import { isYes } from "#server/platforms/x/x-client.ts";
import { problemOf } from "#server/platforms/x/x-errors.ts";
import { type Finding, fine, problem, warning } from "./finding.ts";

type XApp = NonNullable<Config["social"]["twitter"]>;

const Webhooks = z.looseObject({
  data: z.array(z.looseObject({ url: z.string(), valid: z.boolean().default(false) })).default([]),
});
const timeoutMs = 9_000;

/** Whether X takes the app's token, can reach our address, and believes it. */
export async function checkX(config: Config): Promise<Finding[]> {
  const { social, mode, publicUrl } = config;
  if (!social.twitter) return [warning("X_CLIENT_ID is not set: X accounts can only be tried in Demo Mode")];
  try {
    const webhooks = await listWebhooks(social.twitter);
    const taken = fine("X takes X_BEARER_TOKEN");
    if (mode === "local") return [taken, warning("X cannot reach a local address: it delivers nothing here")];
    if (publicUrl.port)
      return [
        taken,
        problem(`X delivers to addresses without a port only, and PUBLIC_URL is ${publicUrl.origin}`),
      ];
    return [taken, webhookFinding(new URL("/webhook/twitter", publicUrl).href, webhooks)];
  } catch (error) {
    return [problem(error instanceof Error ? error.message : String(error))];
  }
}

async function listWebhooks(app: XApp): Promise<z.output<typeof Webhooks>["data"]> {
  try {
    const request = { method: "GET", path: "/2/webhooks", as: "APP" } as const;
    const answer = await askX(app, request, AbortSignal.timeout(timeoutMs));
    if (isYes(answer)) return Webhooks.parse(answer.body).data;
    throw new Error(`X does not take X_BEARER_TOKEN: ${problemOf(answer).text}`);
  } catch (error) {
    if (error instanceof XUnanswered) throw new Error("X does not answer from here", { cause: error });
    if (error instanceof z.ZodError) throw new Error("X's list of webhooks cannot be read", { cause: error });
    throw error;
  }
}

function webhookFinding(url: string, webhooks: { url: string; valid: boolean }[]): Finding {
  const ours = webhooks.find((webhook) => webhook.url === url);
  if (ours)
    return ours.valid
      ? fine(`X tells ${url} of messages`)
      : problem(
          `X has stopped delivering to ${url}: it did not answer X's challenge. Check X_CONSUMER_SECRET and the proxy`,
        );
  const others = webhooks.map((webhook) => webhook.url).join(", ");
  return others
    ? warning(`X has a webhook elsewhere (${others}): delete it in X's console should ours not be taken`)
    : fine("X has no webhook yet: it is registered when the first account is connected");
}
