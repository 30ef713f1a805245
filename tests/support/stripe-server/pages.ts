import type { IncomingMessage, ServerResponse } from "node:http";
import { leaveLink, onboardingPage, openLink } from "./connect/account-links.ts";
import { bankPage, completeAuthentication, returnAddress } from "./payments/three-d-secure-page.ts";
import { readRequest } from "./wire/read-request.ts";
import type { StripeState } from "./state.ts";

/**
 * Stripe's own pages, where people press a button: the bank's (`result=complete` or `fail`) and onboarding
 * (`result=complete` or `later`). Each sends its visitor back to the shop.
 */
export async function answerPage(
  state: StripeState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, kind, token = ""] = /^\/(three_d_secure|onboarding)\/(\w+)$/.exec(request.url ?? "") ?? [];
  const challenge = kind === "three_d_secure" ? state.challenges.get(token) : undefined;
  const link = kind === "onboarding" ? state.accountLinks.get(token) : undefined;
  if (!challenge && !link) return send(response, "There is no such page.", 404);
  if (request.method !== "POST") {
    const away = link && openLink(state, link);
    return away === undefined ? send(response, link ? onboardingPage : bankPage) : redirect(response, away);
  }
  const isComplete = (await readRequest(request)).params["result"] === "complete";
  if (link) return redirect(response, leaveLink(state, link, isComplete));
  if (!challenge) return;
  completeAuthentication(state, challenge.intentId, isComplete);
  const back = returnAddress(state, challenge);
  if (back === null) send(response, "<!doctype html><title>Done</title><p>Done. Close this window.</p>");
  else redirect(response, back);
}

function send(response: ServerResponse, page: string, status = 200) {
  response.statusCode = status;
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(page);
}

function redirect(response: ServerResponse, location: string) {
  response.statusCode = 303;
  response.setHeader("location", location);
  response.end();
}
