import type { ConnectedAccount } from "#server/platforms/social-platform.ts";
import { hostOf, type MetaContext, senderIdOf, callMeta } from "./meta-context.ts";

const fields = {
  instagram: ["messages", "messaging_postbacks", "comments", "live_comments"],
  // One subscription serves a Page's own messages and those of the Instagram account linked to it, and the last one asked
  // for counts: it is always asked for all.
  facebook: ["messages", "messaging_postbacks", "message_echoes", "feed"],
};

/** Has the account's events delivered to the address that the operator gave Meta. Throws `PlatformError`. */
export const subscribe = (context: MetaContext, account: ConnectedAccount): Promise<void> =>
  change(context, account, "POST", { subscribed_fields: fields[context.login].join(",") });

/** Ends it, for the whole Page. */
export const unsubscribe = (context: MetaContext, account: ConnectedAccount): Promise<void> =>
  change(context, account, "DELETE", {});

async function change(
  context: MetaContext,
  account: ConnectedAccount,
  method: "POST" | "DELETE",
  query: Record<string, string>,
): Promise<void> {
  await callMeta(context, (ask) =>
    ask({
      method,
      host: hostOf(context),
      path: `/${context.app.graphVersion}/${senderIdOf(account)}/subscribed_apps`,
      token: account.accessToken,
      query,
    }),
  );
}
