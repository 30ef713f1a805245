import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Context, SpanKind } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { FastifyBaseLogger } from "fastify";
import { sqlState } from "#server/database/client.ts";
import type { TraceSettings } from "./trace-environment.ts";

/** Something that takes a while. Its name and facts are ours: templates, names of statements, never what somebody sent. */
export type NewSpan = {
  name: string;
  kind: "server" | "client" | "job";
  facts?: Attributes;
  /** The `traceparent` of who asks, where this is the first here. Anything that is none is left aside. */
  caller?: unknown;
  /** For what has begun before, by `performance.now()`. */
  begunAt?: number;
};

export type Span = {
  traceId: string;
  /** All that `work` does, and all that follows from it until the end, is a part of this. */
  run<T>(work: () => T): T;
  /** `failure`: what was thrown, or a word for it. What it says is told to nobody. One that is not ended is told to nobody either. */
  end(outcome?: { failure?: unknown; facts?: Attributes }): void;
};

export type Tracer = {
  /** Begins something of its own: a request, a job. */
  begin(span: NewSpan): Span;
  /** Begins a part of what is under way; undefined where nothing is. */
  beginPart(span: NewSpan): Span | undefined;
  /** Sends what is left. */
  close(): Promise<void>;
};

type UnderWay = { context: Context; isOver: boolean };
const underWay = new AsyncLocalStorage<UnderWay>();

/** What is told of an error: its SQLSTATE, its code, its kind. */
const kindOf = (failure: unknown): string => {
  if (typeof failure === "string") return failure;
  if (!(failure instanceof Error)) return "error";
  const code = "code" in failure && typeof failure.code === "string" ? failure.code : undefined;
  return sqlState(failure) ?? (code && /^[A-Za-z0-9_]{1,60}$/.test(code) ? code : failure.constructor.name);
};

/** Loads the library and sends what is traced, in batches. Only for who asks for it: it costs every process 16 MB and 0.2 s. */
export async function openTracer(settings: TraceSettings, log: FastifyBaseLogger): Promise<Tracer> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes, defaultResource }, { parseTraceParent }] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/core"),
    ]);
  const { url, headers, timeoutMs } = settings;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: timeoutMs });
  const batches = new sdk.BatchSpanProcessor({
    exporter: sayOutages(exporter, log),
    scheduledDelayMillis: settings.delayMs,
  });
  const root = new sdk.TraceIdRatioBasedSampler(settings.ratio);
  const provider = new sdk.TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes(settings.resource)),
    sampler: settings.followsCaller ? new sdk.ParentBasedSampler({ root }) : root,
    spanProcessors: [batches],
  });
  const tracer = provider.getTracer("openstall");
  const kinds: Record<NewSpan["kind"], SpanKind> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    job: api.SpanKind.CONSUMER,
  };

  /** Of what a caller says only the two ids and the flag are taken: the rest could be anything. */
  function contextOf(caller: unknown): Context {
    const parent = typeof caller === "string" ? parseTraceParent(caller) : null;
    return parent
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, { ...parent, isRemote: true })
      : api.ROOT_CONTEXT;
  }

  function begin({ name, kind, facts, caller, begunAt }: NewSpan, parent = contextOf(caller)): Span {
    const span = tracer.startSpan(
      name,
      {
        kind: kinds[kind],
        ...(facts && { attributes: facts }),
        ...(begunAt !== undefined && { startTime: begunAt }),
      },
      parent,
    );
    const here: UnderWay = { context: api.trace.setSpan(parent, span), isOver: false };
    return {
      traceId: span.spanContext().traceId,
      run: (work) => underWay.run(here, work),
      end({ failure, facts: more } = {}) {
        if (here.isOver) return;
        here.isOver = true;
        if (more) span.setAttributes(more);
        if (failure !== undefined)
          span.setStatus({ code: api.SpanStatusCode.ERROR }).setAttribute("error.type", kindOf(failure));
        span.end();
      },
    };
  }

  return {
    begin,
    beginPart(part) {
      const whole = underWay.getStore();
      // What goes on after its end, such as a loop that a request woke, is no part of it.
      return whole && !whole.isOver ? begin(part, whole.context) : undefined;
    },
    // Whoever does not take them holds no stop up.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise<void>((done) => setTimeout(done, 1_500).unref()),
      ]),
  };
}

/** A collector that takes nothing costs nobody but who looks for traces: one line when it begins, and one when it ends. */
function sayOutages(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let isOut = false;
  return {
    export: (spans: ReadableSpan[], told) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !isOut) log.warn({ err: result.error }, "traces are not taken where they are sent");
        if (!failed && isOut) log.info("traces are taken again");
        isOut = failed;
        told(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}
