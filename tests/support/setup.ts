import net from "node:net";
import fc from "fast-check";
import { afterAll, afterEach } from "vitest";
import { endWhatIsLeft } from "./after-file.ts";
import "./patient-statements.ts";

// The same cases in every run, so that a red run is the fault of a change; another FUZZ_SEED explores.
fc.configureGlobal({ seed: Number(process.env["FUZZ_SEED"] ?? 20_261_121) });

/**
 * No test talks to the world outside this machine. A connection that tries is refused, and fails the test even when
 * the code under test swallows the refusal.
 */
export const refused: string[] = [];
const prototype = net.Socket.prototype as unknown as Record<"connect", (...args: unknown[]) => net.Socket>;
const connect = prototype["connect"];

prototype.connect = function guarded(this: net.Socket, ...args) {
  const host = hostOf(args);
  if (host === undefined || isLoopback(host)) return connect.apply(this, args);
  refused.push(host);
  // Nobody listens on port 1: the caller gets an ordinary refusal, at the moment it expects one.
  return connect.call(this, { host: "127.0.0.1", port: 1 });
};

afterEach(() => {
  const hosts = refused.splice(0);
  if (hosts.length > 0) throw new Error(`Unexpected network calls to ${hosts.join(", ")}`);
});

afterAll(endWhatIsLeft);

/** `net.connect` hands its normalised arguments on as one array: [options, callback]. */
function hostOf(args: unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === "object" && first !== null)
    return "host" in first && typeof first.host === "string" ? first.host : undefined;
  return typeof second === "string" ? second : undefined;
}

const isLoopback = (host: string) =>
  /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1|\[::1\]|0\.0\.0\.0|::)$/.test(host);
