import { pino } from "pino";
import { loadConfig } from "#server/config.ts";
import { startSocialWorker } from "#server/features/social/engine/social-worker.ts";
import { openServices } from "#server/start/open-services.ts";

// A worker that answers messages in a process of its own, to be killed.
const { services } = await openServices(loadConfig(process.env), pino({ level: "silent" }));
startSocialWorker(services);
process.on("disconnect", () => process.exit());
process.send?.("up");
