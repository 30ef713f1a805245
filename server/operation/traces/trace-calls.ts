import type { Config } from "#server/config.ts";
import type { ConnectablePlatform, PlatformName, Platforms } from "#server/platforms/social-platform.ts";
import type { Services } from "#server/services.ts";
import type { Span, Tracer } from "./tracer.ts";

type Method = (this: unknown, ...given: unknown[]) => unknown;

type Outside = Pick<Services, "payments" | "platforms" | "mailer" | "files">;

/** The same suppliers, with each call to them traced under what they are called: `stripe`, `instagram`, `smtp`, `s3`. */
export const traceOutside = (
  tracer: Tracer,
  { payments, platforms, mailer, files }: Outside,
  config: Pick<Config, "mail" | "files">,
): Outside => ({
  payments: traceCalls(tracer, payments.provider, payments),
  platforms: tracePlatforms(tracer, platforms),
  mailer: traceCalls(tracer, config.mail.adapter, mailer),
  files: traceCalls(tracer, config.files.adapter, files),
});

/**
 * The same port, with each call to the outside a part of the request or job that makes it: `stripe createIntent`. What is
 * given and what comes back is told to nobody. What answers at once asks nobody outside, and is no part.
 */
export function traceCalls<Port extends object>(tracer: Tracer, supplier: string, port: Port): Port {
  const traced = new Map<PropertyKey, unknown>();
  return new Proxy(port, {
    get(target, key) {
      const own: unknown = Reflect.get(target, key);
      if (typeof own !== "function" && !isPort(own)) return own;
      if (!traced.has(key)) {
        const name = `${supplier} ${String(key)}`;
        traced.set(
          key,
          typeof own === "function"
            ? traceMethod(tracer, name, (own as Method).bind(target))
            : traceCalls(tracer, name, own),
        );
      }
      return traced.get(key);
    },
  });
}

/** The platforms that are somebody else's. */
function tracePlatforms(tracer: Tracer, { demo, real }: Platforms): Platforms {
  const traced = new Map<PlatformName, ConnectablePlatform>();
  return {
    demo,
    real(name) {
      const platform = real(name);
      if (platform && !traced.has(name)) traced.set(name, traceCalls(tracer, name.toLowerCase(), platform));
      return traced.get(name);
    },
  };
}

function traceMethod(tracer: Tracer, name: string, method: Method): Method {
  return (...given) => {
    const part = tracer.beginPart({ name, kind: "client" });
    if (!part) return method(...given);
    const answer = part.run(() => method(...given));
    if (answer instanceof Promise) {
      answer.then(
        () => part.end(),
        (failure: unknown) => part.end({ failure }),
      );
      return answer;
    }
    return isIterable(answer) ? iterateIn(part, answer) : answer;
  };
}

/** A list lasts from its first page until whoever goes through it has enough. */
async function* iterateIn(part: Span, items: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* items;
  } catch (failure) {
    part.end({ failure });
    throw failure;
  } finally {
    part.end();
  }
}

/** A part of a port, such as its subscriptions. */
const isPort = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value && !("pipe" in value);
