import { type DataStore, ERRORS, type Locker, Server, type ServerOptions } from "@tus/server";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createResumableUpload } from "#contract/files/files.ts";
import { maxUploadBytes } from "#contract/files/accepted-files.ts";

type Options = {
  /** Where the bytes wait. Its `remove` becomes one that ends with `onRemove`. */
  datastore: DataStore;
  locker: Locker;
  /** All bytes have arrived. */
  onFinish(id: string): Promise<void>;
  /** Its bytes are gone; it is answered after this. */
  onRemove(id: string): Promise<void>;
};

export type TusServer = {
  /** Answers one request about the upload `id`, whatever its address says. */
  handle(id: string, request: IncomingMessage, response: ServerResponse): Promise<void>;
};

type TusRequest = Parameters<NonNullable<ServerOptions["namingFunction"]>>[0];

/**
 * The tus protocol. Which upload a request may touch is for the caller to decide: tus alone would read it
 * from the end of the address, behind a query too, and so serve another one than was checked.
 */
export function createTusServer({ datastore, locker, onFinish, onRemove }: Options): TusServer {
  const ids = new WeakMap<IncomingMessage, string>();
  const idOf = (request: TusRequest) => {
    const id = ids.get(request.runtime?.node?.req as IncomingMessage);
    if (!id) throw ERRORS.FILE_NOT_FOUND;
    return id;
  };
  const removeBytes = datastore.remove.bind(datastore);
  datastore.remove = async (id) => {
    await removeBytes(id);
    await onRemove(id);
  };
  const tus = new SameSiteServer({
    path: createResumableUpload.url,
    datastore,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: maxUploadBytes,
    locker,
    namingFunction: idOf,
    getFileIdFromRequest: idOf,
    onUploadFinish: async (_request, { id }) => {
      await onFinish(id);
      return {};
    },
  });
  for (const handler of [tus.handlers.HEAD, tus.handlers.PATCH, tus.handlers.POST, tus.handlers.DELETE]) {
    const send = handler.send.bind(handler);
    handler.send = async (request, context, headers) => {
      headers?.delete(corsHeader);
      return send(request, context, headers);
    };
  }
  return {
    handle(id, request, response) {
      ids.set(request, id);
      // Proxies list schemes there; the library refuses all but one, and nothing here asks for it.
      request.rawHeaders = withoutHeader(request.rawHeaders, "x-forwarded-proto");
      return tus.handle(request, response);
    },
  };
}

/** Names and values take turns. */
const withoutHeader = (raw: string[], name: string): string[] =>
  raw.filter((_, index) => raw[index - (index % 2)]?.toLowerCase() !== name);

/** No other site may read an answer, so none is told which headers it could. */
const corsHeader = "access-control-expose-headers";

/** Refuses in the shape of every other refusal of ours. */
class SameSiteServer extends Server {
  override write(...[context, headers, status, body = ""]: Parameters<Server["write"]>) {
    headers.delete(corsHeader);
    if (status < 400) return super.write(context, headers, status, body);
    headers.set("content-type", "application/json; charset=utf-8");
    // What went wrong on our side is nobody's to read.
    const failure =
      status < 500
        ? { message: body.trim() || "The upload was refused", code: "TUS_REFUSED" }
        : { message: "Something went wrong on our side.", code: "INTERNAL" };
    return super.write(context, headers, status, JSON.stringify(failure));
  }
}
