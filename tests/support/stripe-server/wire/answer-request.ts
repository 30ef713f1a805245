import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expansions } from "#tests/support/stripe-server/expansions.ts";
import type { FaultKind, Faults } from "#tests/support/stripe-server/faults.ts";
import { forBrowser } from "#tests/support/stripe-server/payments/browser-endpoints.ts";
import type { StripeState } from "#tests/support/stripe-server/state.ts";
import { callerOf, type Caller, type Keys } from "./callers.ts";
import { checkParameters } from "./check-parameters.ts";
import { expand } from "./expand.ts";
import type { FormObject } from "./form-body.ts";
import type { Idempotency, SavedAnswer } from "./idempotency.ts";
import { readRequest } from "./read-request.ts";
import type { createRouter, Match } from "./routes.ts";
import { errorAnswer, failed, send, unavailable, type Answer } from "./send-answer.ts";
import { shapeOf, type ObjectShape } from "./shapes.ts";
import { StripeError } from "./stripe-error.ts";

export type Api = {
  state: StripeState;
  keys: Keys;
  findRoute: ReturnType<typeof createRouter>;
  idempotency: Idempotency;
  faults: Faults;
  /** How long every request takes, so that requests at once really meet. */
  latencyMs: number;
};

/** Answers one call of the API, with whatever goes wrong on its way. */
export async function answerRequest(
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? "").split("?")[0] ?? "";
  const fault = api.faults.take(`${request.method} ${path}`);
  if (fault === "refuse") return void request.socket.destroy();
  const requestId = api.state.newId("req").slice(0, 18);
  const answer = await answerSafely(api, request, requestId, fault);
  if (fault === "slow") await sleep(api.faults.slowMs, undefined, { ref: false });
  send(response, answer, fault, request.headers["idempotency-key"]);
}

async function answerSafely(
  api: Api,
  request: IncomingMessage,
  requestId: string,
  fault: FaultKind | undefined,
): Promise<Answer> {
  try {
    if (fault === "unavailable_before" || fault === "time_out_before") throw unavailable();
    if (fault === "rate_limited")
      throw new StripeError(429, {
        type: "rate_limit_error",
        code: "rate_limit",
        message: "Request rate limit exceeded.",
      });
    const { params, fingerprint, isJson } = await readRequest(request);
    const formKey = typeof params["key"] === "string" ? params["key"] : undefined;
    delete params["key"];
    const caller = callerOf(request.headers, formKey, api.keys);
    const match = api.findRoute(request.method ?? "", (request.url ?? "").split("?")[0] ?? "");
    if (isJson !== match.endpoint.route.includes(" /v2/") && Object.keys(params).length > 0)
      throw new StripeError(400, {
        type: "invalid_request_error",
        message: "v1 takes application/x-www-form-urlencoded, v2 application/json.",
      });
    const run = () => runEndpoint(api, match, caller, params, isJson, requestId, request);
    const key = request.headers["idempotency-key"];
    if (request.method !== "POST" || typeof key !== "string") {
      await sleep(api.latencyMs);
      return fault === "failed_before" ? failed(requestId) : run();
    }
    return await runOnce(api, key, fingerprint, requestId, fault, run);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return errorAnswer(error, requestId);
  }
}

/** Under an idempotency key. */
async function runOnce(
  api: Api,
  key: string,
  fingerprint: string,
  requestId: string,
  fault: FaultKind | undefined,
  run: () => SavedAnswer,
): Promise<Answer> {
  const saved = api.idempotency.claim(key, fingerprint);
  if (saved) return { ...saved, isReplay: true };
  await sleep(api.latencyMs);
  try {
    if (fault === "failed_before") return keep(failed(requestId));
    const answer = run();
    return keep(fault === "failed_after" ? failed(requestId) : answer);
  } catch (error) {
    if (error instanceof StripeError && error.executed) return keep(errorAnswer(error, requestId));
    api.idempotency.free(key);
    throw error;
  }
  function keep(answer: SavedAnswer) {
    api.idempotency.keep(key, answer);
    return answer;
  }
}

function runEndpoint(
  api: Api,
  { endpoint, id, parentId }: Match,
  caller: Caller,
  given: FormObject,
  isJson: boolean,
  requestId: string,
  request: IncomingMessage,
): SavedAnswer {
  const { state } = api;
  if (caller.isBrowser && !endpoint.browser)
    throw new StripeError(403, {
      type: "invalid_request_error",
      code: "secret_key_required",
      message:
        "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
    });
  if (caller.account !== null && !endpoint.readsAccount)
    throw new StripeError(400, {
      type: "invalid_request_error",
      message: "This server serves no calls on behalf of a connected account here (Stripe-Account).",
    });
  const shape: ObjectShape =
    caller.isBrowser && endpoint.browser ? endpoint.browser : shapeOf(endpoint.route);
  const params = checkParameters(given, shape, isJson);
  const paths = isJson ? [] : ((params["expand"] as string[] | undefined) ?? []);
  const key = request.headers["idempotency-key"];
  state.cause = { requestId, idempotencyKey: typeof key === "string" ? key : null };
  try {
    const { isBrowser, account } = caller;
    const result = endpoint.answer({ state, params, id, parentId, isBrowser, account });
    const shown = expand(state, result, paths, expansions);
    return { status: 200, body: JSON.stringify(isBrowser ? forBrowser(shown) : shown, null, 2), requestId };
  } finally {
    state.cause = null;
  }
}
