import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import { isIP } from "node:net";
import type { Config } from "#server/config.ts";
import { HttpError } from "#server/errors.ts";
import { isLoopback } from "./loopback.ts";

type Reach = Pick<Config, "mode" | "localModeOpenToNetwork" | "publicUrl">;

/**
 * Refuses, in local mode, every request that doesn't come from this machine or isn't addressed to it. Anyone who gets
 * through can read the mailbox, sign in as the demo creator and operate the installation. True once it has answered.
 */
export function refuseNetwork(config: Reach, request: IncomingMessage, response: ServerResponse): boolean {
  const refusal = config.mode === "local" ? refusalOf(config, request) : undefined;
  if (!refusal) return false;
  const { status, code, message } = refusal;
  const body = JSON.stringify({ message, code });
  response.writeHead(status, STATUS_CODES[status], {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
  });
  response.end(request.method === "HEAD" ? undefined : body);
  return true;
}

function refusalOf(
  { localModeOpenToNetwork: isOpen, publicUrl }: Reach,
  { headers, socket }: IncomingMessage,
) {
  // The socket's address can't be forged. What a proxy on this machine says about its client only ever narrows access.
  const clients = [socket.remoteAddress ?? "", ...listed(headers["x-forwarded-for"])];
  if (!isOpen && !clients.every(isLoopback)) return fromNetwork(publicUrl);
  // Another site may resolve its own name to this machine (DNS rebinding), but its requests still carry that name.
  const hosts = [headers.host ?? "", ...listed(headers["x-forwarded-host"])];
  return hosts.every((host) => isOwnName(host, isOpen)) ? undefined : wrongHost(publicUrl);
}

/** On an open network the machine is reached by its IP address, too, which no other site can claim as its name. */
function isOwnName(host: string, isOpen: boolean): boolean {
  const name = host.replace(/:\d+$/, "");
  return isLoopback(name) || (isOpen && isIP(name.replace(/^\[|\]$/g, "")) !== 0);
}

const listed = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : String(header)
        .split(",")
        .map((entry) => entry.trim());

const fromNetwork = ({ origin }: URL) =>
  new HttpError(
    403,
    "LOCAL_MODE",
    `Openstall is in local mode and only answers this computer, at ${origin}. To open the mailbox, the demo account and the operator's pages to everyone who can reach this port, set LOCAL_MODE_OPEN_TO_NETWORK=true.`,
  );

const wrongHost = ({ origin }: URL) =>
  new HttpError(421, "LOCAL_MODE", `Openstall is in local mode and only answers at ${origin}.`);
