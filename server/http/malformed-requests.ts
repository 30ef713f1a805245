import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { deepest } from "#contract/document/read-document.ts";
import { BadRequest, HttpError, Invalid, NotFound } from "#server/errors.ts";
import { sendFailure } from "./failures.ts";

/** A rich text is the deepest of all: each of its nodes stands in a list of its parent, and at its end a mark's address. */
const maxDepth = 2 * deepest + 8;

/** Refuses addresses of another form than a path, which only proxies are sent: our pages would be made for that host. */
export function refuseForeignAddresses(app: FastifyInstance): void {
  app.addHook("onRequest", ({ url }, _reply, done) => {
    done(url.startsWith("/") ? undefined : badAddress());
  });
}

/**
 * Refuses text that no database can hold (NUL bytes, halves of surrogate pairs) before any handler sees it, naming the
 * field, and bodies nested deeper than any of ours. In a path such text names nothing: 404.
 */
export function refuseUnstorableText(app: FastifyInstance): void {
  app.addHook("preValidation", async ({ params, query, body }) => {
    if (findUnstorable(params) !== undefined) throw NotFound();
    // Files and webhooks arrive as bytes, which are nobody's text.
    const path = findUnstorable(query) ?? (Buffer.isBuffer(body) ? undefined : findUnstorable(body));
    // A body that is one text, and no object with fields, is refused by its schema.
    if (path) throw Invalid({ [path]: "Contains a character that cannot be stored" });
  });
}

/** Answers an address that the router cannot read; such a request meets no hook and no error handler. */
export function answerUnreadableAddress(
  error: { code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const failure = error.code === "FST_ERR_BAD_URL" ? badAddress() : NotFound();
  void sendFailure(failure, request, reply.header("x-content-type-options", "nosniff"));
}

/** Answers bytes that are no HTTP request, as far as anybody still listens, and closes the connection. */
export function answerUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const failure = unreadable[error.code ?? ""] ?? BadRequest("The request is not valid HTTP", "BAD_REQUEST");
  const body = JSON.stringify({ message: failure.message, code: failure.code });
  const head = [
    `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  if (socket.writable) socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  socket.destroy(error);
}

const badAddress = () => BadRequest("The address is not valid", "BAD_ADDRESS");

const unreadable: Record<string, HttpError> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, "TIMEOUT", "The request took too long to arrive"),
  HPE_HEADER_OVERFLOW: new HttpError(431, "HEADERS_TOO_LARGE", "The request's headers are too large"),
};

/** Where in a value such text stands: the path of the field, dots between its steps. */
function findUnstorable(value: unknown): string | undefined {
  const open: { value: unknown; path: string[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "string" && !isStorable(value)) return path.join(".");
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= maxDepth) throw BadRequest("The request is nested too deeply");
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return [...path, name.toWellFormed().replaceAll("\0", "")].join(".");
      open.push({ value: inner, path: [...path, name] });
    }
  }
  return undefined;
}

const isStorable = (text: string) => !text.includes("\0") && text.isWellFormed();
