import { z } from "zod";
import { PlatformError, type Refusal, type SendResult } from "#server/platforms/social-platform.ts";
import { type GraphAnswer, GraphUnanswered } from "./graph-api.ts";

const Body = z.looseObject({
  error: z.looseObject({
    code: z.number(),
    error_subcode: z.number().optional().catch(undefined),
  }),
});

type Problem = { code: number | undefined; subcode: number | undefined; message: string };

/** Meta did not do what it was asked to. The words are ours: Meta's are translated, and repeat a token that is wrong. */
export function problemOf({ status, body }: GraphAnswer): Problem {
  const parsed = Body.safeParse(body);
  if (!parsed.success)
    return { code: undefined, subcode: undefined, message: `Meta answered ${status} without an error code` };
  const { code, error_subcode: subcode } = parsed.data.error;
  const name = subcode === undefined ? `${code}` : `${code}/${subcode}`;
  return { code, subcode, message: `Meta refused it with error ${name}` };
}

/** Whether a message was definitely not sent, and why. Anything that leaves a doubt is `unknown`. */
export function refusedSend(answer: GraphAnswer): SendResult {
  const problem = problemOf(answer);
  const refusal = answer.status >= 500 ? undefined : refusalOf(problem);
  if (!refusal) return { status: "unknown", message: problem.message };
  return { status: "refused", refusal, message: problem.message };
}

/** The subcode says more than the code, and both more than the status, which differs for one and the same error. */
const bySubcode: Record<number, Refusal | "UNKNOWN"> = {
  2534022: "WINDOW_CLOSED",
  2018278: "WINDOW_CLOSED",
  1545041: "WINDOW_CLOSED",
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
  4: "RATE_LIMITED",
  17: "RATE_LIMITED",
  613: "RATE_LIMITED",
  80002: "RATE_LIMITED",
  190: "TOKEN_INVALID",
  551: "PERSON_UNAVAILABLE",
  10: "NOT_ACCEPTED",
  100: "NOT_ACCEPTED",
  200: "NOT_ACCEPTED",
};

function refusalOf({ code, subcode }: Problem): Refusal | undefined {
  const found = bySubcode[subcode ?? 0] ?? byCode[code ?? 0];
  return found === "UNKNOWN" ? undefined : found;
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
