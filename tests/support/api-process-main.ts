import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { buildApp } from "#server/app.ts";
import { loadConfig } from "#server/config.ts";
import { openServices } from "#server/start/open-services.ts";

const { services } = await openServices(
  loadConfig(process.env),
  pino({ level: process.env["LOG_LEVEL"] ?? "silent" }),
);
const app = await buildApp(services);
await app.listen({ host: "127.0.0.1", port: Number(process.env["PORT"] ?? 0) });

process.on("message", (question) => {
  if (question === "collected") (globalThis as { gc?: () => void }).gc?.();
  process.send?.(process.memoryUsage.rss());
});
process.on("disconnect", () => process.exit());
process.send?.(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
