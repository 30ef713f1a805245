import type { Config } from "#server/config.ts";
import { type Finding, fine, warning } from "./finding.ts";

/** Whether the collector takes a batch of no spans from us. Without it the shop sells all the same. */
export async function checkTraces({ traces }: Pick<Config, "traces">): Promise<Finding[]> {
  if (!traces) return [];
  const { origin } = new URL(traces.url);
  const answer = await fetch(traces.url, {
    method: "POST",
    headers: { "content-type": "application/json", ...traces.headers },
    body: JSON.stringify({ resourceSpans: [] }),
    signal: AbortSignal.timeout(5_000),
  }).catch((error: unknown) => error);
  if (!(answer instanceof Response))
    return [warning(`Traces: nobody answers at ${origin}: correct OTEL_EXPORTER_OTLP_ENDPOINT`)];
  await answer.body?.cancel();
  if (answer.ok) return [fine(`Traces are taken at ${origin}`)];
  return [
    answer.status === 401 || answer.status === 403
      ? warning(`Traces: ${origin} does not take OTEL_EXPORTER_OTLP_HEADERS (${answer.status})`)
      : warning(
          `Traces: ${origin} does not take OTLP as JSON at ${new URL(traces.url).pathname} (${answer.status})`,
        ),
  ];
}
