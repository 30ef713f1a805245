import { z } from "zod";
import {
  PlatformError,
  type ProviderError,
  type Refusal,
  type SendResult,
} from "#server/platforms/social-platform.ts";
import { type GraphAnswer, GraphUnanswered } from "./graph-api.ts";

const Body = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    error_subcode: z.number().optional().catch(undefined),
    message: z.string().catch(""),
  }),
});

type Problem = {
  code: number | undefined;
  subcode: number | undefined;
  message: string;
  error: ProviderError | undefined;
};

const longestMessage = 300;

/**
 * What Meta says it did not do. `message` is ours and stable; `error` keeps Meta's own words, which are translated and may
 * repeat a token, so anything that could be one is taken out.
 */
export function problemOf({ status, body }: GraphAnswer): Problem {
  const parsed = Body.safeParse(body);
  if (!parsed.success)
    return {
      code: undefined,
      subcode: undefined,
      message: `Meta answered ${status} without an error code`,
      error: undefined,
    };
  const { code, error_subcode: subcode, message } = parsed.data.error;
  const name = subcode === undefined ? `${code}` : `${code}/${subcode}`;
  return {
    code,
    subcode,
    message: `Meta refused it with error ${name}`,
    error: { code: name, message: withoutTokens(message) },
  };
}

/** Tokens are longer than any word. */
const withoutTokens = (message: string): string =>
  message
    .replaceAll(/(?<=access_token=|Bearer )\S+/g, "…")
    .replaceAll(/[\w|.-]{25,}/g, "…")
    .slice(0, longestMessage)
    .toWellFormed();

/** Whether a message was definitely not sent, and why. Anything that leaves a doubt is `unknown`. */
export function refusedSend(answer: GraphAnswer, token: string): SendResult {
  const problem = problemOf(answer);
  const { message } = problem;
  const error = problem.error && {
    ...problem.error,
    message: problem.error.message.replaceAll(token, "…"),
  };
  const refusal = answer.status >= 500 ? undefined : refusalOf(problem);
  const said = { message, ...(error && { error }) };
  return refusal ? { status: "refused", refusal, ...said } : { status: "unknown", ...said };
}

/** The subcode says more than the code, and both more than the status, which differs for one and the same error. */
const bySubcode: Record<number, Refusal | "UNKNOWN"> = {
  2534022: "WINDOW_CLOSED",
  2018278: "WINDOW_CLOSED",
  1545041: "WINDOW_CLOSED",
  2018300: "OTHER_APP",
  99: "PERMISSION_MISSING",
  2534025: "ALREADY_ANSWERED",
  2534014: "PERSON_UNAVAILABLE",
  2534001: "PERSON_UNAVAILABLE",
  2534029: "ACCOUNT_RESTRICTED",
  1893063: "ACCOUNT_RESTRICTED",
  2534041: "MESSAGE_ACCESS_OFF",
  2534040: "RATE_LIMITED",
  // "Invalid JSON reply": seen although the messages had been sent.
  1357046: "UNKNOWN",
};
const byCode: Record<number, Refusal | "UNKNOWN"> = {
  1: "UNKNOWN",
  2: "UNKNOWN",
  // The app lacks the capability: the error before Advanced Access.
  3: "PERMISSION_MISSING",
  4: "RATE_LIMITED",
  17: "RATE_LIMITED",
  32: "RATE_LIMITED",
  341: "RATE_LIMITED",
  613: "RATE_LIMITED",
  80002: "RATE_LIMITED",
  80006: "RATE_LIMITED",
  80007: "RATE_LIMITED",
  102: "TOKEN_INVALID",
  190: "TOKEN_INVALID",
  368: "ACCOUNT_RESTRICTED",
  551: "PERSON_UNAVAILABLE",
  10900: "ALREADY_ANSWERED",
  10901: "WINDOW_CLOSED",
  10903: "PERSON_UNAVAILABLE",
  100: "NOT_ACCEPTED",
  803: "NOT_ACCEPTED",
};
/** Codes of missing permissions, unless a subcode says what else was wrong. */
const permissionCodes = new Set([10, 230, 294, ...Array.from({ length: 20 }, (_, more) => 200 + more)]);

function refusalOf({ code, subcode }: Problem): Refusal | undefined {
  const found = bySubcode[subcode ?? 0] ?? byCode[code ?? 0];
  if (found) return found === "UNKNOWN" ? undefined : found;
  if (!permissionCodes.has(code ?? 0)) return undefined;
  return subcode === undefined ? "PERMISSION_MISSING" : "NOT_ACCEPTED";
}

/** The same for everything but sends. */
export function platformErrorOf(answer: GraphAnswer): PlatformError {
  const problem = problemOf(answer);
  const refusal = refusalOf(problem);
  if (refusal === "TOKEN_INVALID") return new PlatformError("TOKEN_INVALID", problem.message);
  const mayPass = answer.status >= 500 || refusal === "RATE_LIMITED" || problem.code === 2;
  return new PlatformError(mayPass ? "NOT_REACHED" : "DENIED", problem.message);
}

/** What a call of the port throws for anything that is no `PlatformError` yet. */
export function asPlatformError(error: unknown): unknown {
  if (error instanceof GraphUnanswered) return new PlatformError("NOT_REACHED", error.message);
  // An answer that does not say what it should. Zod's own message stays here: it may quote what was read.
  if (error instanceof z.ZodError)
    return new PlatformError("NOT_REACHED", "Meta's answer is not what it should be");
  return error;
}
