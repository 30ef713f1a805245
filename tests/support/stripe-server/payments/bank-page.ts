import type { IncomingMessage, ServerResponse } from "node:http";
import { getRow, type World } from "#tests/support/stripe-server/world.ts";
import { readRequest } from "#tests/support/stripe-server/wire/read-request.ts";
import { finishAuthentication } from "./confirm-intent.ts";
import { finishSetup } from "./setup-intents.ts";
import { bankPage } from "./three-d-secure.ts";

/** The bank's page of a payment that asks for authentication: `POST result=complete` or `fail`, then back to the shop. */
export async function answerPage(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const token = /^\/three_d_secure\/(\w+)$/.exec(request.url ?? "")?.[1];
  const challenge = world.challenges.get(token ?? "");
  if (!challenge) {
    response.statusCode = 404;
    response.end("There is no such page.");
    return;
  }
  response.setHeader("content-type", "text/html; charset=utf-8");
  // Stripe's page stands in a frame of the shop's page when its script opens it.
  response.setHeader("access-control-allow-origin", "*");
  if (request.method !== "POST") {
    response.end(bankPage());
    return;
  }
  const { params } = await readRequest(request);
  completeAuthentication(world, challenge.intentId, params["result"] === "complete");
  const back = returnAddress(world, challenge.intentId, challenge.returnUrl);
  if (back === null) {
    response.end("<!doctype html><title>Done</title><p>Done. This window can be closed.</p>");
    return;
  }
  response.statusCode = 303;
  response.setHeader("location", back);
  response.end();
}

/** What the buyer told the bank; nothing, when the intent waits for nothing any more. */
export function completeAuthentication(world: World, intentId: string, isGranted: boolean): void {
  if (intentId.startsWith("seti_")) finishSetup(world, getRow(world, "setup_intents", intentId), isGranted);
  else finishAuthentication(world, getRow(world, "payment_intents", intentId), isGranted);
}

function returnAddress(world: World, intentId: string, returnUrl: string | null): string | null {
  if (returnUrl === null) return null;
  const isSetup = intentId.startsWith("seti_");
  const intent = isSetup
    ? getRow(world, "setup_intents", intentId)
    : getRow(world, "payment_intents", intentId);
  const url = new URL(returnUrl);
  const name = isSetup ? "setup_intent" : "payment_intent";
  url.searchParams.set(name, intent.id);
  url.searchParams.set(`${name}_client_secret`, intent.client_secret);
  url.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return url.toString();
}
