import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { getHealth } from "#contract/health.ts";
import { ConfigError, loadConfig } from "#server/config.ts";
import { checkTraces } from "#server/doctor/check-traces.ts";
import { checkVariables } from "#server/doctor/check-variables.ts";
import { testApp } from "#tests/support/test-app.ts";
import { startTraceReceiver } from "#tests/support/trace-receiver.ts";

const { loaded, note } = vi.hoisted(() => {
  const names: string[] = [];
  return { loaded: names, note: (name: string) => names.push(name) && {} };
});
vi.mock("@opentelemetry/api", () => note("api"));
vi.mock("@opentelemetry/sdk-trace", () => note("sdk-trace"));
vi.mock("@opentelemetry/exporter-trace-otlp-http", () => note("exporter"));
vi.mock("@opentelemetry/resources", () => note("resources"));
vi.mock("@opentelemetry/core", () => note("core"));

const receiver = await startTraceReceiver();
afterAll(() => receiver.close());

test("where nobody asks for traces no package is loaded, and nothing stands between", async () => {
  const app = await testApp({ OTEL_SERVICE_NAME: "shop", SLOW_STATEMENT_MS: "0" });
  const { tracer, pool } = app.services;
  expect((await app.call(getHealth, {}, { headers: { traceparent: "any" } })).status).toBe(200);
  expect(tracer).toBeUndefined();
  expect(app.app.hasRequestDecorator("span")).toBe(false);
  expect(Object.hasOwn(pool, "connect")).toBe(false);
  const client = await pool.connect();
  expect(Object.hasOwn(client, "query")).toBe(false);
  client.release();
  expect(loaded).toEqual([]);
});

const tracesOf = (environment: NodeJS.ProcessEnv) => loadConfig(environment).traces;

test("an address or an exporter asks for traces, and the standard's switches turn them off", () => {
  expect(tracesOf({})).toBeUndefined();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector.example.com/otlp/" };
  expect(tracesOf(endpoint)).toMatchObject({
    url: "https://collector.example.com/otlp/v1/traces",
    resource: { "service.name": "openstall" },
    ratio: 1,
    followsCaller: true,
  });
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "https://traces.example.com/here" };
  expect(tracesOf({ ...endpoint, ...own })?.url).toBe("https://traces.example.com/here");
  expect(tracesOf({ OTEL_TRACES_EXPORTER: "otlp" })?.url).toBe("http://localhost:4318/v1/traces");
  expect(tracesOf({ ...endpoint, OTEL_TRACES_EXPORTER: "none" })).toBeUndefined();
  expect(tracesOf({ ...endpoint, OTEL_SDK_DISABLED: "true" })).toBeUndefined();
  expect(
    tracesOf({
      ...endpoint,
      OTEL_RESOURCE_ATTRIBUTES: "service.name=other,deployment.environment=a%20b",
      OTEL_SERVICE_NAME: "shop",
      OTEL_TRACES_SAMPLER: "traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.25",
    }),
  ).toMatchObject({
    resource: { "service.name": "shop", "deployment.environment": "a b" },
    ratio: 0.25,
    followsCaller: false,
  });
});

const problemsOf = (environment: NodeJS.ProcessEnv): string[] => {
  try {
    loadConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

test("what is wrong with their variables is said by name", () => {
  expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" })).toEqual([
    "OTEL_EXPORTER_OTLP_ENDPOINT must begin with http:// or https://",
  ]);
  const asked = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" };
  expect(problemsOf({ ...asked, OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).toEqual([
    "OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the one protocol that is spoken here",
  ]);
  expect(problemsOf({ OTEL_TRACES_EXPORTER: "console" })).toEqual([
    "OTEL_TRACES_EXPORTER must be otlp, or none",
  ]);
  expect(problemsOf({ ...asked, OTEL_EXPORTER_OTLP_HEADERS: "authorization" })).toEqual([
    "OTEL_EXPORTER_OTLP_HEADERS must be pairs such as name=value, separated by commas",
  ]);
  expect(problemsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://me:secret@example.com" })).toEqual([
    expect.stringContaining("OTEL_EXPORTER_OTLP_ENDPOINT carries a password"),
  ]);
  expect(problemsOf({ ...asked, OTEL_TRACES_SAMPLER_ARG: "2" })).toEqual([
    expect.stringContaining("OTEL_TRACES_SAMPLER_ARG"),
  ]);
  const live = { PUBLIC_URL: "https://shop.example.com", OTEL_EXPORTER_OTLP_HEADERS: "authorization=key" };
  expect(problemsOf({ ...live, ...asked }).join()).toContain(
    "OTEL_EXPORTER_OTLP_ENDPOINT must begin with https://",
  );
});

test("what a cluster tells all its programs of traces stops no start where nobody asks for them here", () => {
  const others = {
    OTEL_EXPORTER_OTLP_PROTOCOL: "grpc",
    OTEL_TRACES_SAMPLER: "jaeger_remote",
    OTEL_BSP_SCHEDULE_DELAY: "soon",
  };
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" };
  expect(problemsOf(others)).toEqual([]);
  expect(problemsOf({ ...others, ...endpoint, OTEL_TRACES_EXPORTER: "none" })).toEqual([]);
  expect(problemsOf({ ...others, ...endpoint, OTEL_SDK_DISABLED: "True" })).toEqual([]);
  expect(problemsOf({ ...others, ...endpoint })).toHaveLength(4);
});

test("the doctor asks whether spans are taken, and knows a variable of theirs that is misspelt", async () => {
  const about = async (environment: NodeJS.ProcessEnv) =>
    (await checkTraces(loadConfig(environment))).map(({ level, text }) => `${level}: ${text}`).join();
  expect(await about({})).toBe("");
  const asked = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint };
  expect(await about(asked)).toBe(`fine: Traces are taken at ${receiver.endpoint}`);
  receiver.status = 401;
  onTestFinished(() => void (receiver.status = 200));
  expect(await about(asked)).toMatch(/^warning: .*does not take OTEL_EXPORTER_OTLP_HEADERS/);
  receiver.status = 404;
  expect(await about(asked)).toMatch(/^warning: .*does not take OTLP as JSON at \/v1\/traces \(404\)/);
  expect(await about({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" })).toMatch(
    /^warning: .*nobody answers.*OTEL_EXPORTER_OTLP_ENDPOINT/,
  );
  const said = checkVariables({ OTEL_EXPORTER_OLTP_ENDPOINT: "x", OTEL_PYTHON_LOG_LEVEL: "x" });
  expect(said.map(({ text }) => text)).toEqual([
    "OTEL_EXPORTER_OLTP_ENDPOINT is read by nobody: did you mean OTEL_EXPORTER_OTLP_ENDPOINT?",
    expect.stringContaining("OTEL_PYTHON_LOG_LEVEL is read by nobody"),
  ]);
});
