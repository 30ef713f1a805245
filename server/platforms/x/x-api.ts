import { isUnsent } from "#server/platforms/unsent-request.ts";
import type { XApp } from "#server/platforms/social-apps.ts";

/** How long one call of the port may take, however many requests it makes. */
export const callMs = 9_000;

/** A request to X as the app itself (bearer), as the OAuth client (Basic), or for the person whose token it is. */
export type XRequest = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Such as `/2/users/me`. */
  path: string;
  as: "APP" | "CLIENT" | { token: string };
  query?: Record<string, string>;
  json?: object;
  form?: Record<string, string>;
};

/** `body` is undefined where it is no JSON. */
export type XAnswer = { status: number; headers: Headers; body: unknown };

/** There was no answer. `reached`: X may have done all the same what it was asked for. */
export class XUnanswered extends Error {
  readonly reached: boolean;
  constructor(reached: boolean) {
    super(reached ? "X did not answer in time" : "X cannot be reached");
    this.reached = reached;
  }
}

/** Asks X once. Any status is an answer; throws `XUnanswered` when there is none before `signal`. */
export async function askX(app: XApp, request: XRequest, signal: AbortSignal): Promise<XAnswer> {
  const { method, path, query, json, form } = request;
  const url = new URL(path, app.apiBase ?? "https://api.x.com");
  url.search = new URLSearchParams(query).toString();
  try {
    const response = await fetch(url, {
      method,
      signal,
      // A token goes to X alone.
      redirect: "manual",
      headers: {
        authorization: authorizationOf(app, request.as),
        ...(json && { "content-type": "application/json" }),
      },
      ...(json && { body: JSON.stringify(json) }),
      ...(form && { body: new URLSearchParams(form) }),
    });
    return { status: response.status, headers: response.headers, body: jsonOf(await response.text()) };
  } catch (error) {
    // The causes are not passed on: they may quote the request, and with it a token.
    throw new XUnanswered(!isUnsent(error));
  }
}

function authorizationOf({ bearerToken, clientId, clientSecret }: XApp, as: XRequest["as"]): string {
  if (as === "APP") return `Bearer ${bearerToken}`;
  if (as !== "CLIENT") return `Bearer ${as.token}`;
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(":");
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
