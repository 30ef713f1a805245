import type { Clock } from "#server/clock.ts";
import type { XApp } from "#server/platforms/social-apps.ts";
import { askX, callMs, type XAnswer, type XRequest } from "./x-api.ts";
import { asPlatformError, platformErrorOf } from "./x-errors.ts";

/** What every part of this adapter needs. */
export type XContext = {
  app: XApp;
  clock: Clock;
  /** Where X delivers events: this installation's `/webhook/twitter`. */
  webhookUrl: string;
};

/** Asks X and takes a yes for an answer: the body of a 2xx. */
export type Ask = (request: XRequest) => Promise<unknown>;

/** Does `work` with as many requests as it needs, in the time of one call. Throws `PlatformError`. */
export async function callX<T>({ app }: XContext, work: (ask: Ask) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(callMs);
  try {
    return await work(async (request) => {
      const answer = await askX(app, request, signal);
      if (!isYes(answer)) throw platformErrorOf(answer, request.as);
      return answer.body;
    });
  } catch (error) {
    throw asPlatformError(error);
  }
}

export const isYes = ({ status }: XAnswer): boolean => status >= 200 && status < 300;
