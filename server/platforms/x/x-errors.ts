import { z } from "zod";
import { PlatformError, type Refusal, type SendResult } from "#server/platforms/social-platform.ts";
import { type XAnswer, type XRequest, XUnanswered } from "./x-api.ts";

const Details = z.looseObject({
  /** `https://api.x.com/2/problems/usage-capped` and the like. */
  type: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  code: z.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  error_description: z.string().optional().catch(undefined),
  /** Some kinds stand here beside the numbers: `DuplicateUrlFailed`. */
  reason: z.string().optional().catch(undefined),
});
const Body = Details.extend({ errors: z.array(Details).optional().catch(undefined) });

/** What X says went wrong, from any of its shapes; `kind` is the last part of the type, or OAuth's word for it. */
export type XProblem = { kind: string; code: number | undefined; text: string };

/** X answers with problem JSON, `{code, message}`, `{errors: [...]}` (also beside data), or OAuth's `{error}`. */
export function problemOf({ status, body }: XAnswer): XProblem {
  const parsed = Body.safeParse(body);
  if (!parsed.success) return { kind: "", code: undefined, text: `X answered ${status}` };
  const said = parsed.data.errors?.[0] ?? parsed.data;
  const words = said.detail ?? said.message ?? said.error_description ?? said.title;
  return {
    kind: said.type?.split("/").at(-1) ?? said.error ?? said.reason ?? "",
    code: said.code,
    text: (words ?? `X answered ${status}`).slice(0, 300),
  };
}

/** Whether X did not do what it was asked to, and why. Anything that leaves a doubt is `unknown`. */
export function refusedSend(answer: XAnswer, now: Date): SendResult {
  const { kind, code, text: message } = problemOf(answer);
  const refusal = refusalOf(answer.status, kind, code);
  if (!refusal) return { status: "unknown", message };
  const retryAfterSeconds = refusal === "RATE_LIMITED" ? secondsToWait(answer.headers, now) : undefined;
  return { status: "refused", refusal, message, ...(retryAfterSeconds && { retryAfterSeconds }) };
}

const rateLimitCode = 88;

function refusalOf(status: number, kind: string, code: number | undefined): Refusal | undefined {
  if (status >= 500 || status === 408) return undefined;
  if (status === 402 || kind === "usage-capped" || kind === "credits") return "NO_CREDITS";
  if (status === 429 || kind === "rate-limit-exceeded" || code === rateLimitCode) return "RATE_LIMITED";
  if (status === 401) return "TOKEN_INVALID";
  // Ours is the app that may not, whoever the person is.
  if (kind === "client-forbidden") return "NOT_ACCEPTED";
  if (status === 403 || status === 404) return "PERSON_UNAVAILABLE";
  return status >= 400 ? "NOT_ACCEPTED" : undefined;
}

/** Until every window that has nothing left begins anew; X counts the app's and the person's days apart. */
function secondsToWait(headers: Headers, now: Date): number | undefined {
  const resets = ["x-rate-limit", "x-user-limit-24hour", "x-app-limit-24hour"]
    .filter((name) => headers.get(`${name}-remaining`) === "0" || name === "x-rate-limit")
    .map((name) => Number(headers.get(`${name}-reset`)))
    .filter((seconds) => Number.isFinite(seconds) && seconds > 0);
  if (resets.length === 0) return undefined;
  return Math.max(1, Math.ceil(Math.max(...resets) - now.getTime() / 1000));
}

/** The same for everything but sends. A refused token of the app itself is nothing that the account could mend. */
export function platformErrorOf(answer: XAnswer, as: XRequest["as"]): PlatformError {
  const { kind, code, text } = problemOf(answer);
  const { status } = answer;
  const refusal = refusalOf(status, kind, code);
  if (refusal === "NO_CREDITS")
    return new PlatformError("DENIED", "The credits of this installation at X are used up");
  if (refusal === undefined || refusal === "RATE_LIMITED") return new PlatformError("NOT_REACHED", text);
  if (status === 401 && typeof as === "object") return new PlatformError("TOKEN_INVALID", text);
  if (status === 401)
    return new PlatformError("DENIED", `X does not accept the keys of this installation: ${text}`);
  return new PlatformError("DENIED", text);
}

/** What a call of the port throws for anything that is no `PlatformError` yet. */
export function asPlatformError(error: unknown): unknown {
  return error instanceof XUnanswered ? new PlatformError("NOT_REACHED", error.message) : error;
}
