import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { parseForm, type FormObject } from "./form-body.ts";
import { StripeError } from "./stripe-error.ts";

export type ReadRequest = {
  params: FormObject;
  /** The same for the same call with the same parameters. */
  fingerprint: string;
  isJson: boolean;
};

const maxBytes = 1_000_000;

/** Reads parameters from the address and the body: form-encoded, or JSON for `/v2`. */
export async function readRequest(request: IncomingMessage): Promise<ReadRequest> {
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const body = await bodyOf(request);
  const contentType = (request.headers["content-type"] ?? "").split(";")[0];
  const isJson = path.startsWith("/v2/");
  const fingerprint = createHash("sha256")
    .update(`${request.method} ${path}?${query}\n${body}`)
    .digest("hex");
  if (body !== "" && contentType !== (isJson ? "application/json" : "application/x-www-form-urlencoded"))
    throw bad(`Invalid content type: ${contentType ?? ""}`);
  const fromQuery = parseForm(query);
  if (isJson) return { params: { ...fromQuery, ...parseJson(body) }, fingerprint, isJson };
  return { params: { ...fromQuery, ...parseForm(body) }, fingerprint, isJson };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw bad("Request too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parseJson(body: string): FormObject {
  if (body === "") return {};
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as FormObject;
  } catch {
    // Refused below.
  }
  throw bad("Invalid JSON");
}

const bad = (message: string) => new StripeError(400, { type: "invalid_request_error", message });
