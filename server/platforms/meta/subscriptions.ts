import type { ConnectedAccount } from "#server/platforms/social-platform.ts";
import { hostOf, type MetaWorld, speakerOf, talkToMeta } from "./meta-world.ts";

const fields = {
  instagram: ["messages", "messaging_postbacks", "comments", "live_comments"],
  // One subscription serves a Page's own messages and those of the Instagram account linked to it, and the last one asked
  // for counts: it is always asked for all.
  facebook: ["messages", "messaging_postbacks", "message_echoes", "feed"],
};

/** Has the account's events delivered to the address that the operator gave Meta. Throws `PlatformError`. */
export const subscribe = (world: MetaWorld, account: ConnectedAccount): Promise<void> =>
  change(world, account, "POST", { subscribed_fields: fields[world.login].join(",") });

/** Ends it, for the whole Page. */
export const unsubscribe = (world: MetaWorld, account: ConnectedAccount): Promise<void> =>
  change(world, account, "DELETE", {});

async function change(
  world: MetaWorld,
  account: ConnectedAccount,
  method: "POST" | "DELETE",
  query: Record<string, string>,
): Promise<void> {
  await talkToMeta(world, (ask) =>
    ask({
      method,
      host: hostOf(world),
      path: `/${world.app.graphVersion}/${speakerOf(account)}/subscribed_apps`,
      token: account.accessToken,
      query,
    }),
  );
}
