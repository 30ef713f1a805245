import type { Clock } from "#server/clock.ts";
import type { ConnectedAccount } from "#server/platforms/social-platform.ts";
import type { MetaApp } from "#server/platforms/social-apps.ts";
import { askGraph, callMs, type GraphHost, type GraphRequest } from "./graph-api.ts";
import { asPlatformError, platformErrorOf } from "./graph-errors.ts";

/** What every part of this adapter needs. Instagram is reached by its own sign-in, or like Messenger through a Page. */
export type MetaContext = {
  app: MetaApp;
  clock: Clock;
  platform: "INSTAGRAM" | "FACEBOOK";
  login: "instagram" | "facebook";
};

/** Where the accounts of this sign-in are spoken for. */
export const hostOf = ({ login }: MetaContext): GraphHost =>
  login === "instagram" ? "graph.instagram.com" : "graph.facebook.com";

/** Who speaks: the account itself, or the Page that its messages go through. */
export const senderIdOf = ({ platformUserId, pageId }: ConnectedAccount): string => pageId ?? platformUserId;

/** Asks Meta and takes a yes for an answer: the body of a 2xx. */
export type Ask = (request: GraphRequest) => Promise<unknown>;

/** Does `work` with as many requests as it needs, in the time of one call. Throws `PlatformError`. */
export async function callMeta<T>(
  { app }: Pick<MetaContext, "app">,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(callMs);
  try {
    return await work(async (request) => {
      const answer = await askGraph(app, request, signal);
      if (answer.status < 200 || answer.status > 299) throw platformErrorOf(answer);
      return answer.body;
    });
  } catch (error) {
    throw asPlatformError(error);
  }
}
