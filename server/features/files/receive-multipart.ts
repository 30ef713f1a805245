import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { FastifyRequest } from "fastify";
import { createHash, type Hash } from "node:crypto";
import { Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BadRequest, Invalid, TooLarge, UnsupportedType } from "#server/errors.ts";

export type SentFile = { fileName: string; mimeType: string };
/** `sha256` is in hex. */
export type ReceivedFile = SentFile & { sizeBytes: number; sha256: string };

type Options = {
  maxBytes: number;
  /** What the sender is told past `maxBytes`. */
  tooLarge: string;
  /** Where the bytes go, once the file's name and type are known; may throw to refuse it. */
  open(sent: SentFile): Writable;
};

const stallMs = 30_000;
const drainMs = 10_000;
/** Boundaries, headers and small fields around the file. */
const envelopeBytes = 64 * 1024;
const limits = { files: 1, fields: 5, fieldSize: 1_000, parts: 7, headerPairs: 20, headerSize: 8 * 1024 };

const malformed = () => BadRequest("The body is not valid multipart/form-data");
const oneFile = () => BadRequest("Send exactly one file, in the field 'file'");

/**
 * Streams the one file of a multipart body (field `file`) into what `open` returns, and never holds more than a few
 * chunks. Ends when everything is written; fails with 400, 413 or 415 when the body is malformed, stalls for 30 s, is
 * cut off or too large, and then the sink has been destroyed.
 */
export async function receiveMultipart(request: FastifyRequest, options: Options): Promise<ReceivedFile> {
  const parser = createParser(request);
  const declaredBytes = Number(request.headers["content-length"] ?? 0);
  if (declaredBytes > options.maxBytes + envelopeBytes) {
    drain(request);
    throw TooLarge(options.tooLarge);
  }

  const { raw } = request;
  const outcome = Promise.withResolvers<ReceivedFile>();
  const stopped = new AbortController();
  let writing: Promise<void> | undefined;
  let received: (SentFile & { sizeBytes: number; hash: Hash }) | undefined;
  let ended = false;
  let totalBytes = 0;
  let lastBytesAt = performance.now();

  const fail = (error: unknown) => {
    if (stopped.signal.aborted) return;
    stopped.abort(error);
    raw.unpipe(parser);
    drain(request);
    // The sink lets go of its file before the caller cleans up.
    void (writing ?? Promise.resolve()).catch(() => {}).then(() => outcome.reject(error));
  };

  parser.on("file", (field, stream, fileName, _encoding, mimeType) => {
    // Whatever ends it early is told by `writing`; without a listener it would end the process.
    stream.on("error", () => {});
    if (field !== "file" || writing || typeof fileName !== "string") {
      stream.resume();
      return fail(oneFile());
    }
    try {
      const file = { fileName, mimeType, sizeBytes: 0, hash: createHash("sha256") };
      const sink = options.open(file);
      received = file;
      writing = pipeline(stream, measure(file, options), sink, { signal: stopped.signal });
      writing.catch((error: Error) => fail("code" in error ? error : malformed()));
    } catch (error) {
      stream.resume();
      fail(error);
    }
  });
  for (const limit of ["filesLimit", "partsLimit", "fieldsLimit"] as const)
    parser.on(limit, () => fail(oneFile()));
  parser.on("error", () => fail(malformed()));
  parser.on("finish", () => {
    if (!received) return fail(Invalid({ file: "Choose a file to upload" }));
    const file = received;
    const resolve = () => {
      const { hash, ...rest } = file;
      outcome.resolve({ ...rest, sha256: hash.digest("hex") });
    };
    void writing?.then(resolve, () => {});
  });

  const onData = (chunk: Buffer) => {
    lastBytesAt = performance.now();
    totalBytes += chunk.length;
    if (totalBytes > options.maxBytes + envelopeBytes) fail(TooLarge(options.tooLarge));
  };
  // A parser that got all there is and says nothing more has not understood it.
  const onEnd = () => {
    ended = true;
    setTimeout(() => fail(malformed()), 10_000).unref();
  };
  const onClose = () => {
    if (!ended) fail(BadRequest("The upload was interrupted"));
  };
  const watch = setInterval(() => {
    if (!ended && performance.now() - lastBytesAt > stallMs) fail(BadRequest("The upload stalled"));
  }, 5_000);

  raw.on("data", onData).once("end", onEnd).once("close", onClose).once("error", onClose);
  raw.pipe(parser);
  try {
    return await outcome.promise;
  } finally {
    clearInterval(watch);
    raw.off("data", onData).off("close", onClose);
    stopped.abort();
  }
}

function createParser(request: FastifyRequest): BusboyInstance {
  const type = request.headers["content-type"] ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw UnsupportedType("Send the file as multipart/form-data");
  try {
    return new Busboy({
      headers: { ...request.headers, "content-type": type },
      limits,
      isPartAFile: (field, _type, fileName) => field === "file" || fileName !== undefined,
    });
  } catch {
    throw malformed();
  }
}

function measure(file: { sizeBytes: number; hash: Hash }, { maxBytes, tooLarge }: Options): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      file.sizeBytes += chunk.length;
      if (file.sizeBytes > maxBytes) done(TooLarge(tooLarge));
      else {
        file.hash.update(chunk);
        done(null, chunk);
      }
    },
  });
}

/** Lets a refused body run out for a while, so that the sender gets to read the answer; then cuts it off. */
function drain({ raw }: FastifyRequest): void {
  raw.on("error", () => {});
  raw.resume();
  const cut = setTimeout(() => raw.destroy(), drainMs);
  cut.unref();
  raw.once("close", () => clearTimeout(cut)).once("end", () => clearTimeout(cut));
}
