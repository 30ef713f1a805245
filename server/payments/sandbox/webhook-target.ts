import http from "node:http";
import https from "node:https";

export type WebhookTarget = {
  /** Sends a JSON body; true when it was answered with 2xx within ten seconds. Never throws. */
  post(body: string, headers: Record<string, string>): Promise<boolean>;
  close(): void;
};

/** An address that webhooks are posted to, over connections that stay open. */
export function openWebhookTarget(url: string): WebhookTarget {
  const client = url.startsWith("https:") ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: 64 });
  return {
    post: (body, headers) =>
      new Promise((done) => {
        const request = client.request(url, {
          method: "POST",
          agent,
          timeout: 10_000,
          headers: {
            "content-type": "application/json; charset=utf-8",
            "content-length": Buffer.byteLength(body),
            ...headers,
          },
        });
        request.on("response", (response) => {
          response.resume();
          const { statusCode = 0 } = response;
          response.on("end", () => done(statusCode >= 200 && statusCode < 300));
          response.on("error", () => done(false));
        });
        request.on("timeout", () => request.destroy(new Error("no answer")));
        request.on("error", () => done(false));
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}
