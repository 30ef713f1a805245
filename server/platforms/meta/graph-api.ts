import { isUnsent } from "#server/platforms/unsent-request.ts";
import type { MetaApp } from "#server/platforms/social-apps.ts";
import { parseGraphJson } from "./graph-json.ts";

/** How long one call of the port may take, however many requests it makes. */
export const callMs = 9_000;

export type GraphHost =
  | "www.instagram.com"
  | "api.instagram.com"
  | "graph.instagram.com"
  | "www.facebook.com"
  | "graph.facebook.com";

export type GraphRequest = {
  method: "GET" | "POST" | "DELETE";
  host: GraphHost;
  /** With the version, where the path has one. */
  path: string;
  token?: string;
  query?: Record<string, string>;
  json?: object;
  form?: Record<string, string>;
};

/** `body` is undefined where it is no JSON. */
export type GraphAnswer = { status: number; body: unknown };

/** There was no answer. `reached`: Meta may have done all the same what it was asked for. */
export class GraphUnanswered extends Error {
  readonly reached: boolean;
  constructor(reached: boolean) {
    super(reached ? "Meta did not answer in time" : "Meta cannot be reached");
    this.reached = reached;
  }
}

/** An address of one of Meta's sites; of the one Graph on this machine, under the site's name, where tests run one. */
export function graphUrl({ apiBase }: MetaApp, host: GraphHost, path: string, query = {}): URL {
  const url = apiBase ? new URL(`/${host}${path}`, apiBase) : new URL(path, `https://${host}`);
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** Asks Meta once. Any status is an answer; throws `GraphUnanswered` when there is none before `signal`. */
export async function askGraph(
  app: MetaApp,
  { method, host, path, token, query, json, form }: GraphRequest,
  signal: AbortSignal,
): Promise<GraphAnswer> {
  try {
    const response = await fetch(graphUrl(app, host, path, query), {
      method,
      signal,
      // A token goes to Meta alone, and a message is never sent a second time.
      redirect: "manual",
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(json && { "content-type": "application/json" }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(form && { body: new URLSearchParams(form) }),
    });
    return { status: response.status, body: parseGraphJson(await response.text()) };
  } catch (error) {
    // The causes are not passed on: they may quote the request, and with it a token.
    throw new GraphUnanswered(!isUnsent(error));
  }
}
