// Usage: message-worker.ts; DATABASE_URL and DATA_DIR in the environment. Answers messages, and does nothing else.
import { pino } from "pino";
import { loadConfig } from "#server/config.ts";
import { startSocialWorker } from "#server/features/social/engine/social-worker.ts";
import { openServices } from "#server/start/open-services.ts";

const { services } = await openServices(
  loadConfig({ ...process.env, LOG_LEVEL: "error" }),
  pino({ level: "error" }),
);
startSocialWorker(services);
process.stdout.write("up\n");
