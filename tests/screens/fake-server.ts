import type { z } from "zod";
import { getCurrentUser } from "#contract/accounts/accounts.ts";
import { aheadHeader } from "#contract/dev/ahead-header.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { getHealth } from "#contract/health.ts";
import { getListColumns } from "#contract/list-columns/list-columns.ts";
import type { Role } from "#contract/team/roles.ts";
import type { Input, Output } from "#web/api.ts";
import { answerSchema, exampleAnswer, namesOfInput } from "./example.ts";

/** What the server says where it does not do as asked: `server/errors.ts`. */
type Refusal = { message?: string; code?: string; fields?: Record<string, string> } & Record<string, unknown>;
type Answer = { status: number; body: unknown };
type Handler = (input: unknown) => Answer | Promise<Answer>;
type Route = {
  endpoint: Endpoint;
  pattern: RegExp;
  handler: Handler;
  takesAnything: boolean;
  calls: unknown[];
};

/** Thrown by what makes an answer: the server refuses this call. */
export class Refused extends Error {
  readonly status: number;
  readonly refusal: Refusal;
  constructor(status: number, refusal: Refusal) {
    super(`refused with ${status}`);
    this.status = status;
    this.refusal = refusal;
  }
}

/** Of whoever looks: a tab whose store is another one from one test to the next would begin anew. */
const ownId = "00000000-0000-4000-9000-000000000001";

/**
 * Stands in for the server behind a screen. What it answers and what it is sent must be what the contract allows, and a
 * call that the test has no answer for fails the test: what is tested here cannot differ from what the server does.
 */
class FakeServer {
  private readonly routes = new Map<string, Route>();
  private readonly faults: string[] = [];
  private isOnline = true;
  private ahead: number | undefined;

  /** As before the first call: with the answers that every screen of the desk asks for, and no other. */
  reset(): void {
    this.routes.clear();
    this.faults.length = 0;
    this.ahead = undefined;
    // It answers: what rests or failed asks for no more than that, at any time.
    this.answer(getHealth, exampleAnswer(getHealth));
    // Any list of the desk asks who looks at it, and which columns they chose.
    this.actAs("OWNER");
    this.answer(getListColumns, []);
  }

  /** From now on whoever looks is this to the store. */
  actAs(role: Role): void {
    this.answer(getCurrentUser, exampleAnswer(getCurrentUser, { id: ownId, role }));
  }

  /** Answers from now on: with this, or with what is made of the call. */
  answer<E extends Endpoint>(endpoint: E, answer: (input: Input<E>) => Output<E>): void;
  answer<E extends Endpoint>(endpoint: E, answer: Output<E>): void;
  answer(endpoint: Endpoint, answer: unknown): void {
    const status = Number(Object.keys(endpoint.schema.response ?? {})[0] ?? 200);
    this.handle(endpoint, (input) => {
      const body: unknown = typeof answer === "function" ? answer(input) : answer;
      return { status, body: this.checked(endpoint, body) };
    });
  }

  /** Refuses from now on: a field that it says something of is one that the call may send. */
  refuse(endpoint: Endpoint, status: number, refusal: Refusal = {}): void {
    this.handle(endpoint, () => this.refusalOf(endpoint, status, refusal), true);
  }

  /** From now on a call arrives, and its answer is lost. `before`: the call does not arrive, either. */
  lose(endpoint: Endpoint, when: "before" | "after" = "after"): void {
    const handler = this.routes.get(nameOf(endpoint))?.handler;
    this.handle(endpoint, async (input) => {
      if (when === "after") await handler?.(input);
      throw new TypeError("Failed to fetch");
    });
  }

  /** Answers nothing before `release` is called, and then as it did before. */
  hold(endpoint: Endpoint): { release: () => void } {
    const { handler } = this.routeOf(endpoint);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    this.handle(endpoint, async (input) => {
      await released;
      return handler(input);
    });
    return { release: () => release() };
  }

  /** The browser has no network from now on, or has it again: no call gets through, and it says so itself. */
  setOnline(isOnline: boolean): void {
    if (this.isOnline === isOnline) return;
    this.isOnline = isOnline;
    Object.defineProperty(navigator, "onLine", { configurable: true, get: () => isOnline });
    window.dispatchEvent(new Event(isOnline ? "online" : "offline"));
  }

  /** From now on the shop's clock is this far ahead of the machine's, as local mode can move it. */
  moveClock(aheadMinutes: number): void {
    this.ahead = aheadMinutes;
  }

  /** What an endpoint was called with, the first call first. */
  calls<E extends Endpoint>(endpoint: E): Input<E>[] {
    return (this.routes.get(nameOf(endpoint))?.calls ?? []) as Input<E>[];
  }

  /** What went wrong: calls without an answer, and what the contract does not allow. */
  takeFaults(): string[] {
    return this.faults.splice(0);
  }

  /** As `fetch`; for calls of the API alone. */
  async fetch(url: URL, init: RequestInit): Promise<Response> {
    if (!this.isOnline) throw new TypeError("Failed to fetch");
    const method = init.method ?? "GET";
    const route = this.find(method, url.pathname);
    if (!route) {
      this.faults.push(`${method} ${url.pathname}${url.search} has no answer in this test`);
      return new Response("{}", { status: 501 });
    }
    const sent = sentTo(route, url, init);
    if (!route.takesAnything) this.checkSent(route.endpoint, sent);
    route.calls.push(sent);
    const { status, body } = await Promise.race([this.answered(route, sent), givenUp(init.signal)]);
    const headers: HeadersInit = this.ahead === undefined ? {} : { [aheadHeader]: String(this.ahead) };
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  }

  private handle(endpoint: Endpoint, handler: Handler, takesAnything = false): void {
    const before = this.routes.get(nameOf(endpoint));
    const pattern = new RegExp(`^${endpoint.url.replaceAll(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
    const calls = before?.calls ?? [];
    this.routes.set(nameOf(endpoint), { endpoint, pattern, handler, takesAnything, calls });
  }

  private routeOf(endpoint: Endpoint): Route {
    const route = this.routes.get(nameOf(endpoint));
    if (!route) throw new Error(`${nameOf(endpoint)} has no answer yet`);
    return route;
  }

  /** Of several, the one whose address says more. */
  private find(method: string, path: string): Route | undefined {
    const fitting = [...this.routes.values()].filter(
      ({ endpoint, pattern }) => endpoint.method === method && pattern.test(path),
    );
    const variables = ({ endpoint }: Route) => endpoint.url.split(":").length;
    return fitting.toSorted((a, b) => variables(a) - variables(b))[0];
  }

  private checked(endpoint: Endpoint, body: unknown): unknown {
    if (!endpoint.schema.response) return body;
    const schema = answerSchema(endpoint);
    const result = schema.safeDecode(body);
    if (!result.success) {
      this.faults.push(`${nameOf(endpoint)} cannot answer this: ${problemsOf(result.error)}`);
      return body;
    }
    // As the server's serializer: what the contract does not name is left out.
    return schema.encode(result.data);
  }

  private async answered({ endpoint, handler }: Route, sent: unknown): Promise<Answer> {
    try {
      return await handler(sent);
    } catch (error) {
      if (error instanceof Refused) return this.refusalOf(endpoint, error.status, error.refusal);
      throw error;
    }
  }

  private refusalOf(endpoint: Endpoint, status: number, refusal: Refusal): Answer {
    const names = namesOfInput(endpoint);
    for (const field of Object.keys(refusal.fields ?? {}))
      if (!names.has(field.split(".")[0] ?? ""))
        this.faults.push(`${nameOf(endpoint)} takes no field "${field}" that it could refuse`);
    return { status, body: { message: "Refused", code: "REFUSED", ...refusal } };
  }

  private checkSent({ schema, method, url }: Endpoint, sent: Record<string, unknown>): void {
    for (const part of ["params", "querystring", "body"] as const) {
      const result = schema[part]?.safeParse(sent[part] ?? {});
      if (result && !result.success)
        this.faults.push(`${method} ${url} refuses this ${part}: ${problemsOf(result.error)}`);
    }
  }
}

/** The one behind the screens of these tests; each test begins with none of its answers. */
export const server = new FakeServer();

const nameOf = ({ method, url }: Endpoint) => `${method} ${url}`;

function sentTo({ endpoint, pattern }: Route, url: URL, init: RequestInit): Record<string, unknown> {
  const { params, querystring } = endpoint.schema;
  return {
    ...(params && { params: decoded(pattern.exec(url.pathname)?.groups) }),
    ...(querystring && { querystring: Object.fromEntries(url.searchParams) }),
    ...(typeof init.body === "string" && { body: JSON.parse(init.body) as unknown }),
  };
}

const decoded = (groups: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));

const givenUp = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });

const problemsOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => `${path.join(".") || "the whole"}: ${message}`).join("; ");
