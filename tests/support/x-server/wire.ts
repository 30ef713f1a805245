import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Faults } from "./faults.ts";
import {
  forbidden,
  invalidRequest,
  outOfCredits,
  rateLimited,
  Refusal,
  unauthorized,
  unknownAddress,
  wrongKindOfToken,
} from "./problems.ts";
import type { RateRule } from "./rate-windows.ts";
import type { Grant, XState } from "./state.ts";

export type Call = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** Whose token it came with; undefined for the app's own. */
  grant: Grant | undefined;
};
export type Route = {
  method: string;
  path: RegExp;
  /** Who may call: with a person's token, the app's, or either. */
  as: "person" | "app" | "either";
  scopes?: string[];
  /** Parameters of the address that there are. */
  query?: string[];
  rates: RateRule[];
  answer(
    state: XState,
    call: Call,
  ): Promise<{ status: number; body: object }> | { status: number; body: object };
};

/** Answers a call of the API as X would: the token, the window and the credits first, then the route. */
export async function answerCall(
  state: XState,
  routes: readonly Route[],
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://x");
  const raw = await readBody(request);
  const fault = faults.take(`${request.method} ${url.pathname}`);
  let answer: { status: number; body: object; headers?: Record<string, string> };
  try {
    if (fault === "unavailable") throw new Refusal(503, { title: "Service Unavailable", status: 503 });
    if (fault === "unauthorized") throw unauthorized();
    if (fault === "rate_limited") throw rateLimited();
    if (fault === "forbidden") throw forbidden("You are not permitted to perform this action.");
    answer = await answerRoute(state, routes, request, url, raw);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    answer = error;
  }
  if (fault === "no_answer") return;
  if (fault === "answer_lost") return void request.socket.destroy();
  if (fault === "slow") await new Promise((done) => setTimeout(done, faults.slowMs));
  if (fault === "not_json") return void response.writeHead(200).end("<html>over capacity</html>");
  if (fault === "unavailable_after") return void response.writeHead(503).end("{}");
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
  response.end(JSON.stringify(answer.body));
}

async function answerRoute(
  state: XState,
  routes: readonly Route[],
  request: IncomingMessage,
  url: URL,
  raw: string,
): Promise<{ status: number; body: object; headers?: Record<string, string> }> {
  const route = routes.find(({ method, path }) => method === request.method && path.test(url.pathname));
  if (!route) throw unknownAddress();
  const grant = authenticate(state, route, request.headers.authorization);
  const { isExceeded, headers } = state.rates.count(
    `${route.method} ${route.path}`,
    grant?.personId,
    route.rates,
  );
  try {
    if (isExceeded) throw rateLimited();
    if (state.credits.left <= 0) throw outOfCredits(state.credits.wording);
    const query = Object.fromEntries(url.searchParams);
    const odd = Object.keys(query).find((name) => !route.query?.includes(name));
    if (odd)
      throw invalidRequest(`The query parameter [${odd}] is not one of [${route.query?.join(", ") ?? ""}]`);
    const params = route.path.exec(url.pathname)?.groups ?? {};
    const body = raw === "" ? undefined : jsonOf(raw, request.headers["content-type"]);
    return { ...(await route.answer(state, { params, query, body, grant })), headers };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body, headers };
    throw error;
  }
}

function authenticate(state: XState, route: Route, header = ""): Grant | undefined {
  const token = /^Bearer (.+)$/.exec(header)?.[1];
  if (token === state.app.bearerToken) {
    if (route.as === "person") throw wrongKindOfToken();
    return undefined;
  }
  const grant = token === undefined ? undefined : state.accessTokens.get(token);
  if (!grant || grant.endsAt <= state.now()) throw unauthorized();
  if (route.as === "app") throw wrongKindOfToken();
  const missing = route.scopes?.find((scope) => !grant.scopes.includes(scope));
  if (missing) throw forbidden(`Your token lacks the scope ${missing}.`);
  return grant;
}

/** Bodies may hold what is described and nothing else. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error));
  return parsed.data;
}

/** A parameter of the address that is a list of known words. */
export function checkWords(query: Record<string, string>, name: string, known: readonly string[]): string[] {
  const words = query[name]?.split(",") ?? [];
  const odd = words.find((word) => !known.includes(word));
  if (odd !== undefined) throw invalidRequest(`The \`${name}\` query parameter value [${odd}] is not valid`);
  return words;
}

export function readCount(query: Record<string, string>, most: number): number {
  const count = Number(query["max_results"] ?? most);
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw invalidRequest(`The \`max_results\` query parameter is not between 1 and ${most}`);
  return count;
}

function jsonOf(raw: string, contentType: string | undefined): unknown {
  if (!contentType?.startsWith("application/json")) throw invalidRequest("The body is not JSON");
  try {
    return JSON.parse(raw);
  } catch {
    throw invalidRequest("The body is not JSON");
  }
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
