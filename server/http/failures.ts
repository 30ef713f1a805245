import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import type { Failure } from "#contract/values.ts";
import { brokenConstraint, isConnectionLost, sqlState } from "#server/database/client.ts";
import {
  BadRequest,
  Busy,
  Conflict,
  HttpError,
  Invalid,
  NotFound,
  TooLarge,
  Unavailable,
  UnsupportedType,
} from "#server/errors.ts";
import { workMethod } from "./work-method.ts";
import { GatewayError } from "#server/payments/payment-gateway.ts";

/** Turns everything that can be thrown into the one shape of failure; what nobody expected becomes a bare 500. */
export function answerFailures(app: FastifyInstance): void {
  app.setNotFoundHandler(() => {
    throw NotFound();
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const failure = (isDeskRead(request) && readFailure(error)) || asHttpError(error);
    if (failure.status >= 500 && !isAnswer(failure.code))
      request.log.error(
        {
          err: error,
          reqId: request.id,
          route: request.routeOptions.url,
          ...(request.span && { traceId: request.span.traceId }),
        },
        "unexpected failure",
      );
    return sendFailure(failure, request, reply);
  });
}

/** What is asked whether it is well, and says no, has not failed: no line each second for whoever asks. */
export const isAnswer = (failureCode: string | undefined): boolean =>
  failureCode === "NOT_READY" || failureCode === "DEGRADED";

/** A creator looks at something of theirs, and changes nothing. */
export const isDeskRead = (request: FastifyRequest): boolean => {
  const { access } = request.routeOptions.config;
  return (access === "creator" || access === "operator") && workMethod(request) === "GET";
};

/** A read changes nothing, so a lock it waited for in vain is no conflict. */
const readFailure = (error: unknown): HttpError | undefined => {
  if (wasCutOff(error)) return TookTooLong();
  return sqlState(error) === "55P03" ? Unavailable("Busy. Please try again.", "BUSY") : undefined;
};

const TookTooLong = () =>
  Unavailable(
    "This is more than can be looked through at once. Ask for less, such as fewer days or a longer word, or try again in a moment.",
    "TOOK_TOO_LONG",
  );

/** The database's disk, or the one that files are written to. */
const isDiskFull = (error: unknown): boolean =>
  sqlState(error) === "53100" ||
  (error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT"));

/** By the limit that every statement has. */
const wasCutOff = (error: unknown): boolean => sqlState(error) === "57014";

export function sendFailure(failure: HttpError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.failureCode = failure.code;
  if (failure.retryAfterSeconds !== undefined) reply.header("retry-after", failure.retryAfterSeconds);
  const body: Failure & Record<string, unknown> = {
    ...failure.detail,
    message: failure.message,
    code: failure.code,
    ...(failure.fields && { fields: failure.fields }),
    ...(failure.status >= 500 && { requestId: request.id }),
  };
  return reply
    .code(failure.status)
    .type("application/json; charset=utf-8")
    .header("cache-control", "no-store")
    .serializer(JSON.stringify)
    .send(body);
}

const unstorable = new Set(["22021", "22P05", "22P02", "22003", "22007", "22008"]);

function asHttpError(error: FastifyError): HttpError {
  if (error instanceof HttpError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidInput(error);
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return TooLarge("The request is too large");
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return UnsupportedType("Send JSON with content-type application/json");
    case "FST_ERR_CTP_EMPTY_JSON_BODY":
    case "FST_ERR_CTP_INVALID_JSON_BODY":
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return BadRequest("The body is not valid JSON");
  }
  const state = sqlState(error);
  // Text that PostgreSQL cannot hold (a NUL byte, a broken surrogate), numbers and moments out of range are bad input.
  if (state !== undefined && unstorable.has(state))
    return BadRequest("The request contains a value that cannot be stored");
  // Another request changed the same thing at the same moment.
  if (state === "40001" || state === "40P01" || state === "55P03") return Busy();
  if (state === "57014") return Unavailable("Busy. Please try again.", "BUSY");
  if (isDiskFull(error))
    return new HttpError(
      507,
      "OUT_OF_SPACE",
      "The server's disk is full, and nothing was changed. Please try again later.",
    );
  if (error instanceof GatewayError && error.retryable)
    return Unavailable("The payment provider did not answer. Please try again.", "PAYMENT_UNAVAILABLE");
  if (brokenConstraint(error) === "account_deletions_closed")
    return Conflict(
      "Your account is about to be deleted, so your store is closed. Keep your account, and you can do this again.",
      "STORE_CLOSED",
    );
  if (brokenConstraint(error) === "store_suspensions_closed")
    return Conflict(
      "This store is suspended: nothing can be sold, answered or sent until it is reinstated.",
      "STORE_SUSPENDED",
    );
  if (isConnectionLost(error)) return Unavailable("Temporarily unavailable. Please try again.");
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return new HttpError(error.statusCode, error.code ?? "BAD_REQUEST", error.message);
  return new HttpError(500, "INTERNAL", "Something went wrong on our side.");
}

/** A path that is no id names nothing: 404. A body that is no object is malformed: 400. The rest names its fields: 422. */
function invalidInput(error: FastifyError): HttpError {
  if (error.validationContext === "params") return NotFound();
  const fields: Record<string, string> = {};
  for (const issue of error.validation ?? []) {
    const path = issue.instancePath.replace(/^\//, "").replaceAll("/", ".");
    if (!path)
      return BadRequest(
        error.validationContext === "querystring" ? "The query is not valid" : "Send a JSON object",
      );
    fields[path] ??= issue.message ?? "Invalid";
  }
  return Invalid(fields);
}
