import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { stringValue?: string; intValue?: number };
type WireSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: { key: string; value: Value }[];
  status: { code: number };
};
type Batch = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: WireSpan[] }[];
  }[];
};

export type ReceivedSpan = Omit<WireSpan, "attributes"> & { facts: Record<string, string | number> };

const factsOf = (attributes: WireSpan["attributes"]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? ""]));

/** A collector of traces on this machine: OTLP over HTTP, as JSON. `status` is what it answers. */
export async function startTraceReceiver() {
  const texts: string[] = [];
  const headers: NodeJS.Dict<string | string[]>[] = [];
  const receiver = { status: 200 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (request.url === "/v1/traces" && receiver.status === 200) {
        texts.push(Buffer.concat(chunks).toString());
        headers.push(request.headers);
      }
      response.writeHead(receiver.status, { "content-type": "application/json" }).end("{}");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const batches = () => texts.map((text) => JSON.parse(text) as Batch);
  return Object.assign(receiver, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Every byte that was taken. */
    text: () => texts.join("\n"),
    headers,
    resource: () => factsOf(batches()[0]?.resourceSpans[0]?.resource.attributes ?? []),
    spans: (): ReceivedSpan[] =>
      batches()
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map(({ attributes, ...span }) => ({ ...span, facts: factsOf(attributes) })),
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  });
}
