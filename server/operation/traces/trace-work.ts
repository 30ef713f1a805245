import type { Span, Tracer } from "./tracer.ts";

/**
 * A call to the outside that goes through no port, as a part of the request or job that makes it: `dns txt`. The name is ours;
 * what is given and what comes back is told to nobody.
 */
export const traceCall = <T>(tracer: Tracer | undefined, name: string, call: () => Promise<T>): Promise<T> =>
  within(tracer?.beginPart({ name, kind: "client" }), call);

/** The same for HTTP: `cdn purge`. Told is its status, and nothing of its address, headers and body. */
export async function traceFetch(
  tracer: Tracer | undefined,
  name: string,
  call: () => Promise<Response>,
): Promise<Response> {
  const part = tracer?.beginPart({ name, kind: "client" });
  return within(part, async () => {
    const answer = await call();
    const { status } = answer;
    part?.end({
      facts: { "http.response.status_code": status },
      ...(status >= 400 && { failure: String(status) }),
    });
    return answer;
  });
}

/**
 * Work that a process does by itself, and that is neither a request nor a job, as a tree of its own: `round send-messages`.
 * Whoever happened to wake it is not who it is done for.
 */
export const traceRound = <T>(tracer: Tracer | undefined, name: string, work: () => Promise<T>): Promise<T> =>
  within(tracer?.begin({ name: `round ${name}`, kind: "job" }), work);

async function within<T>(span: Span | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    const done = await span.run(work);
    span.end();
    return done;
  } catch (failure) {
    span.end({ failure });
    throw failure;
  }
}
