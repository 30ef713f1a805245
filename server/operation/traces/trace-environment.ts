import { z } from "zod";
import { isLoopback } from "#server/http/loopback.ts";

const text = z.string().trim().min(1).optional();
const address = z.url({ protocol: /^https?$/, error: "must begin with http:// or https://" }).optional();
const protocol = z.literal("http/json", "must be http/json, the one protocol that is spoken here").optional();
const milliseconds = z.coerce.number("must be a whole number").int().min(1).max(60_000).optional();

/** The variables of the standard (opentelemetry.io/docs/specs/otel/configuration) that mean something here. */
export const traceEnvironment = {
  OTEL_SDK_DISABLED: text,
  OTEL_TRACES_EXPORTER: z.literal("otlp", "must be otlp, or none").optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address,
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: text,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds,
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: milliseconds,
  OTEL_BSP_SCHEDULE_DELAY: milliseconds,
  OTEL_SERVICE_NAME: text,
  OTEL_RESOURCE_ATTRIBUTES: text,
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number("must be a number from 0 to 1").min(0).max(1).default(1),
};
/** By an address or an exporter, and where they are not turned off. */
const asksForTraces = (environment: NodeJS.ProcessEnv): boolean =>
  environment["OTEL_SDK_DISABLED"]?.toLowerCase() !== "true" &&
  environment["OTEL_TRACES_EXPORTER"] !== "none" &&
  Boolean(
    environment["OTEL_TRACES_EXPORTER"] ||
    environment["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] ||
    environment["OTEL_EXPORTER_OTLP_ENDPOINT"],
  );

/**
 * An environment without these variables where it does not ask for traces. A cluster may give all its programs some of them for
 * the sake of others: what nobody asks for here is not read, and stops no start.
 */
export const withoutUnasked = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  asksForTraces(environment)
    ? environment
    : Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("OTEL_")));

type TraceEnvironment = z.infer<z.ZodObject<typeof traceEnvironment>>;

export type TraceSettings = {
  /** Where spans are sent, whole: `https://collector.example.com/v1/traces`. */
  url: string;
  headers: Record<string, string>;
  timeoutMs: number;
  /** For how long spans are collected before they are sent. */
  delayMs: number;
  /** What the process is called there, and whatever else the operator says of it. */
  resource: Record<string, string>;
  /** The share of traces that begin here and are kept, from 0 to 1. */
  ratio: number;
  /** Whether who asks says that theirs is kept, and ours with it. */
  followsCaller: boolean;
};

const pairsOf = {
  OTEL_EXPORTER_OTLP_HEADERS: (env: TraceEnvironment) => env.OTEL_EXPORTER_OTLP_HEADERS,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: (env: TraceEnvironment) => env.OTEL_EXPORTER_OTLP_TRACES_HEADERS,
  OTEL_RESOURCE_ATTRIBUTES: (env: TraceEnvironment) => env.OTEL_RESOURCE_ATTRIBUTES,
};

/** What is wrong with them. */
export function wrongTraces(env: TraceEnvironment, mode: "local" | "live"): string[] {
  const settings = tracesOf(env);
  if (!settings) return [];
  const unread = Object.entries(pairsOf)
    .filter(([, read]) => readPairs(read(env)) === undefined)
    .map(([name]) => `${name} must be pairs such as name=value, separated by commas`);
  const url = new URL(settings.url);
  if (url.username || url.password)
    unread.push("OTEL_EXPORTER_OTLP_ENDPOINT carries a password: it belongs into OTEL_EXPORTER_OTLP_HEADERS");
  const carriesKey = Object.keys(settings.headers).length > 0;
  if (mode === "live" && carriesKey && url.protocol !== "https:" && !isLoopback(url.hostname))
    unread.push(
      "OTEL_EXPORTER_OTLP_ENDPOINT must begin with https://, since OTEL_EXPORTER_OTLP_HEADERS would travel in the clear",
    );
  return unread;
}

/** Undefined where nobody asks for traces. */
export function tracesOf(env: TraceEnvironment): TraceSettings | undefined {
  const asked =
    env.OTEL_TRACES_EXPORTER ?? env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (asked === undefined) return undefined;
  const base = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? "http://localhost:4318";
  const isRatio = env.OTEL_TRACES_SAMPLER.endsWith("traceidratio");
  const fixed = env.OTEL_TRACES_SAMPLER.endsWith("always_on") ? 1 : 0;
  return {
    url: env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${base.replace(/\/$/, "")}/v1/traces`,
    headers: {
      ...readPairs(env.OTEL_EXPORTER_OTLP_HEADERS),
      ...readPairs(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS),
    },
    timeoutMs: env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT ?? 10_000,
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY ?? 5_000,
    resource: {
      "service.name": "openstall",
      ...readPairs(env.OTEL_RESOURCE_ATTRIBUTES),
      ...(env.OTEL_SERVICE_NAME !== undefined && { "service.name": env.OTEL_SERVICE_NAME }),
    },
    ratio: isRatio ? env.OTEL_TRACES_SAMPLER_ARG : fixed,
    followsCaller: env.OTEL_TRACES_SAMPLER.startsWith("parentbased_"),
  };
}

/** `name=value,other=100%25`; undefined for what is written otherwise. */
function readPairs(text = ""): Record<string, string> | undefined {
  const pairs = text.split(",").filter((pair) => pair.trim() !== "");
  try {
    const read = pairs.map((pair) => {
      const nameEnd = pair.indexOf("=");
      const name = pair.slice(0, Math.max(nameEnd, 0)).trim();
      return [/\s/.test(name) ? "" : name, decodeURIComponent(pair.slice(nameEnd + 1).trim())] as const;
    });
    return read.every(([name]) => name !== "") ? Object.fromEntries(read) : undefined;
  } catch {
    return undefined;
  }
}
