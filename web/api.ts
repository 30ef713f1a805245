import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { createIsomorphicFn } from "@tanstack/react-start";
import type { z } from "zod";
import { recentSignInRequired } from "#contract/accounts/recent-sign-in-code.ts";
import type { Endpoint, Input, Slot } from "#contract/endpoint.ts";
import { storeChanged } from "#contract/team/refusals.ts";
import { proveAgain } from "./prove-again.ts";
import { followShopClock } from "./shop-now.ts";
import { shownStoreHeader } from "./shown-store.ts";

export type { Input };

/** What an endpoint answers, as it travels: moments are ISO text. */
export type Output<E extends Endpoint> = E["schema"] extends {
  response: infer R extends Record<number, z.ZodType>;
}
  ? z.input<R[keyof R]>
  : unknown;

/** Per-call extras that are no part of a query's identity: proofs go in headers. `keepalive` outlives the page. */
export type CallOptions = { headers?: Record<string, string>; signal?: AbortSignal; keepalive?: boolean };

type Args<E extends Endpoint> =
  unknown extends Input<E>
    ? [input?: undefined, options?: CallOptions]
    : [input: Input<E>, options?: CallOptions];
type Parts = { params?: Record<string, string>; querystring?: Record<string, unknown>; body?: unknown };

/** What a failed call throws. Its message is "404: {body}"; `body` carries the server's message, code and field messages. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: { message?: string; code?: string; fields?: Record<string, string> };
  constructor(status: number, text: string, statusText: string) {
    super(`${status}: ${text || statusText}`);
    this.status = status;
    this.body = parsedBody(text);
  }
}

/** Calls one endpoint of the contract; throws ApiError on any status outside 2xx. */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: Args<E>
): Promise<Output<E>> {
  const { params = {}, querystring, body } = (input ?? {}) as Parts;
  const { response, text } = await exchange(addressOf(endpoint, params) + searchText(querystring), {
    method: endpoint.method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...options?.headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(options?.signal && { signal: options.signal }),
    ...(options?.keepalive && { keepalive: true }),
  });
  if (response.ok) return (text ? JSON.parse(text) : null) as Output<E>;
  const error = new ApiError(statusOf(endpoint, response), text, response.statusText);
  // What was asked for goes on from here, with all that was typed for it.
  if (error.body.code === recentSignInRequired && (await proveAgain()))
    return callApi(endpoint, ...([input, options] as unknown as Args<E>));
  if (error.body.code === storeChanged) dispatchEvent(new Event(storeChanged));
  throw error;
}

/**
 * While the server renders a page, all input of a read comes from the page's address. An address that the API can't read names
 * nothing: the page is not found, which is no failure of ours.
 */
const statusOf = ({ method }: Endpoint, { status }: Response): number =>
  import.meta.env.SSR && method === "GET" && [400, 414, 422].includes(status) ? 404 : status;

/** Fetches a file that an endpoint makes, where a proof in a header opens it; else a plain link does. Fails like `callApi`. */
export async function callForFile(url: string, headers: Record<string, string>): Promise<Blob> {
  const response = await send(url, { headers });
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText);
  return response.blob();
}

/** Sends one file to a multipart endpoint, as its field `file`. Fails like `callApi`; not for what needs progress or resuming. */
export async function uploadFile<E extends Endpoint>(
  endpoint: E,
  { file, ...input }: Slot<E, "params"> & Slot<E, "querystring"> & { file: File },
  headers: Record<string, string> = {},
): Promise<Output<E>> {
  const { params = {}, querystring } = input as Parts;
  const body = new FormData();
  body.set("file", file);
  const { response, text } = await exchange(addressOf(endpoint, params) + searchText(querystring), {
    method: endpoint.method,
    headers,
    body,
  });
  if (!response.ok) throw new ApiError(response.status, text, response.statusText);
  return JSON.parse(text) as Output<E>;
}

/** A query of one endpoint, keyed by its URL and input; invalidate all of an endpoint's with `apiKey(endpoint)`. */
export function apiQuery<E extends Endpoint>(endpoint: E, ...[input, options]: Args<E>) {
  return queryOptions({
    queryKey: input === undefined ? [endpoint.url] : [endpoint.url, input],
    queryFn: ({ signal }) => callApi(endpoint, ...([input, { signal, ...options }] as unknown as Args<E>)),
  });
}

/** The key every query of these endpoint's inputs begins with. */
export const apiKey = (endpoint: Endpoint) => [endpoint.url] as const;

/** A mutation whose variables are the endpoint's input. */
export function apiMutation<E extends Endpoint>(endpoint: E) {
  return mutationOptions({
    mutationFn: (input: Input<E>) => callApi(endpoint, ...([input] as unknown as Args<E>)),
  });
}

/** What a call throws that met no answer. Its message is for people. */
export class Unreachable extends Error {
  constructor() {
    super(
      globalThis.navigator && !globalThis.navigator.onLine
        ? "You are offline. Nothing was lost: try again once you are connected."
        : "The connection failed. Nothing was lost: please try again in a moment.",
    );
  }
}

async function exchange(url: string, init: Sent) {
  try {
    const response = await send(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    // What fetch throws when there is no network; a call that was given up throws an AbortError.
    throw error instanceof TypeError ? new Unreachable() : error;
  }
}

/** The server's own message for a toast, what the network failed with, or the fallback when there is neither. */
export function errorMessage(error: unknown, fallback: string) {
  if (error instanceof Unreachable) return error.message;
  return (error instanceof ApiError && error.body.message) || fallback;
}

/** Whether a call failed because nobody is signed in. */
export function isUnauthorized(error: unknown) {
  return error instanceof Error && error.message.startsWith("401") && error.message.includes("Unauthorized");
}

// On the server a call goes straight into Fastify, with the cookies and address of the page's own request
// (server/pages adds them, so that a static page, which is the same for everyone, is asked for without any).
const send = createIsomorphicFn()
  .server(async (url: string, init: Sent): Promise<Response> => {
    const inject = (globalThis as Record<symbol, unknown>)[Symbol.for("openstall.inject")] as Inject;
    return inject(url, init);
  })
  .client(async (url: string, init: Sent): Promise<Response> => {
    const headers = { ...shownStoreHeader(), ...init.headers };
    const response = await fetch(url, { ...init, headers, credentials: "include" });
    followShopClock(response);
    return response;
  });

type Sent = Omit<RequestInit, "headers"> & { headers: Record<string, string> };

type Inject = (url: string, init: RequestInit) => Promise<Response>;

const addressOf = ({ url }: Endpoint, params: Record<string, string>) =>
  url.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));

function searchText(querystring: Record<string, unknown> | undefined) {
  const given = Object.entries(querystring ?? {}).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : "";
}

function parsedBody(text: string): ApiError["body"] {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? body : {};
  } catch {
    return {};
  }
}
