import { z } from "zod";
import type { Config } from "#server/config.ts";
import { askGraph, GraphUnanswered } from "#server/platforms/meta/graph-api.ts";
import { type Finding, fine, problem, warning } from "./finding.ts";

type MetaApp = NonNullable<Config["social"]["facebook"]>;

const Subscriptions = z.looseObject({
  data: z.array(
    z.looseObject({
      object: z.string(),
      callback_url: z.string(),
      active: z.boolean(),
      fields: z.array(z.looseObject({ name: z.string() })),
    }),
  ),
});
type Subscription = z.output<typeof Subscriptions>["data"][number];
const Refused = z.looseObject({ error: z.looseObject({ message: z.string() }) });

/** Without these nothing is told of messages and of comments. */
const neededFields = { page: ["messages", "message_echoes", "feed"], instagram: ["messages", "comments"] };
const timeoutMs = 9_000;
const shortToken = 16;

/** Whether Meta takes our keys, and where it tells of messages and comments. */
export async function checkMeta(config: Config): Promise<Finding[]> {
  const { facebook, instagram } = config.social;
  if (!facebook)
    return [
      warning("META_APP_ID is not set: Instagram and Messenger accounts can only be tried in Demo Mode"),
    ];
  const findings = [
    ...(facebook.verifyToken.length < shortToken
      ? [
          warning(
            `META_VERIFY_TOKEN is short: make one of ${shortToken} characters or more that nobody guesses`,
          ),
        ]
      : []),
    ...(instagram ? [] : [warning("INSTAGRAM_APP_ID is not set: Instagram accounts cannot be connected")]),
  ];
  try {
    const subscriptions = await listSubscriptions(facebook);
    findings.push(fine("Meta takes META_APP_ID with META_APP_SECRET"));
    if (config.mode === "local") return findings;
    findings.push(webhookFinding(config, "page", "facebook", subscriptions));
    if (instagram) findings.push(webhookFinding(config, "instagram", "instagram", subscriptions));
  } catch (error) {
    findings.push(problem(error instanceof Error ? error.message : String(error)));
  }
  return findings;
}

/** Asks as the app itself, which proves its secret. */
async function listSubscriptions(app: MetaApp): Promise<Subscription[]> {
  const path = `/${app.graphVersion}/${app.appId}/subscriptions`;
  const token = `${app.appId}|${app.appSecret}`;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const { status, body } = await askGraph(
      app,
      { method: "GET", host: "graph.facebook.com", path, token },
      signal,
    );
    if (status === 200) return Subscriptions.parse(body).data;
    const why = Refused.safeParse(body).data?.error.message ?? `status ${status}`;
    throw new Error(`Meta does not take META_APP_ID with META_APP_SECRET: ${why}`);
  } catch (error) {
    if (error instanceof GraphUnanswered) throw new Error("Meta does not answer from here", { cause: error });
    if (error instanceof z.ZodError)
      throw new Error("Meta's list of webhooks cannot be read", { cause: error });
    throw error;
  }
}

function webhookFinding(
  { publicUrl, social }: Config,
  object: keyof typeof neededFields,
  name: string,
  subscriptions: Subscription[],
): Finding {
  const url = new URL(`/webhook/${name}`, publicUrl).href;
  const found = subscriptions.find((subscription) => subscription.object === object);
  const where = `under Webhooks in your app at Meta, object ${object}`;
  if (!found) {
    const text = `Meta has no webhook for the object ${object}: enter ${url} ${where}`;
    // An app for Instagram's own sign-in may do without Messenger.
    return object === "page" && social.instagram?.login === "instagram" ? warning(text) : problem(text);
  }
  if (found.callback_url !== url)
    return problem(`Meta's webhook for ${object} is ${found.callback_url}: enter ${url} ${where}`);
  if (!found.active)
    return problem(`Meta's webhook for ${object} is not active: verify ${url} again ${where}`);
  const told = new Set(found.fields.map((field) => field.name));
  const missing = neededFields[object].filter((field) => !told.has(field));
  return missing.length > 0
    ? problem(
        `Meta's webhook for ${object} does not tell of ${missing.join(", ")}: subscribe to them ${where}`,
      )
    : fine(`Meta tells ${url} of messages and comments`);
}
