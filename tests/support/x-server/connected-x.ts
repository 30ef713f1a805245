import { afterFile } from "#tests/support/after-file.ts";
import type { ConnectedAccount, ProvenAccount } from "#server/platforms/social-platform.ts";
import { openXPlatform } from "#server/platforms/x/x-platform.ts";
import { freePort } from "#tests/support/free-port.ts";
import { testClock } from "#tests/support/test-clock.ts";
import { answerConsent } from "./consent.ts";
import { startXServer } from "./start-x-server.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";

export const redirectUri = "http://localhost/oauth/twitter/callback";
export const verifier = "a-verifier-of-the-length-that-pkce-asks-for";

/** A local X with one creator on it, and the adapter that speaks with it. Closes itself after the test file. */
export async function openLocalX() {
  const clock = testClock();
  const x = await startXServer({ now: clock.now, redirectUris: [redirectUri] });
  const receiver = await startWebhookReceiver();
  afterFile(async () => {
    await x.close();
    await receiver.close();
  });
  const app = { ...x.app, apiBase: new URL(x.url) };
  const config = { publicUrl: receiver.origin };
  const platform = openXPlatform({ config, clock }, app);
  receiver.platform = platform;
  const creator = x.addPerson("maker", "The Maker");

  const connectAs = async (
    personId: string,
  ): Promise<{ proven: ProvenAccount; account: ConnectedAccount }> => {
    const away = platform.authorizeUrl({ state: "s", redirectUri, verifier });
    const back = await answerConsent(away, personId, "allow");
    const code = back.searchParams.get("code") ?? "";
    const [proven] = await platform.finishConnect({ code, redirectUri, verifier });
    if (!proven) throw new Error("nothing was connected");
    const { platformUserId, tokens } = proven;
    return {
      proven,
      account: { platform: "TWITTER", platformUserId, pageId: null, accessToken: tokens.accessToken },
    };
  };
  return {
    x,
    receiver,
    clock,
    platform,
    creator,
    connectAs,
    connect: () => connectAs(creator.id),
    /** The same adapter with nobody at the other end. */
    unreachable: openXPlatform(
      { config, clock },
      { ...app, apiBase: new URL(`http://127.0.0.1:${await freePort()}`) },
    ),
  };
}
