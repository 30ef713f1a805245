import { flushCompileCache } from "node:module";
import { loadQuickly } from "./start/quick-loading.ts";

// Usage: node server/main.ts [web] [worker]; both when none is named.
loadQuickly();
const { runServer } = await import("./start/run-server.ts");
await runServer(process.argv.slice(2), console);
flushCompileCache();
