import { Readable } from "node:stream";
import { promisify } from "node:util";
import { LRUCache } from "lru-cache";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Browsers send a few, which are read over and over. */
const chosen = new LRUCache<string, Encoding>({ max: 200 });

/** The best encoding that an Accept-Encoding header allows; anything refused by q=0 is not used. */
export function chooseEncoding(accepted = ""): Encoding {
  const known = chosen.get(accepted);
  if (known !== undefined) return known;
  const encoding = bestOf(accepted);
  if (accepted.length < 200) chosen.set(accepted, encoding);
  return encoding;
}

function bestOf(accepted: string): Encoding {
  const names = accepted
    .toLowerCase()
    .split(",")
    .map((part) =>
      part
        .trim()
        .split(";")
        .map((piece) => piece.trim()),
    )
    .filter(([, quality]) => !quality || Number(quality.replace(/^q=/, "")) > 0)
    .map(([name]) => name);
  if (names.includes("br")) return "br";
  return names.includes("gzip") ? "gzip" : "identity";
}

/** A text in every encoding, compressed once to be sent often. */
export async function compressed(text: string): Promise<Record<Encoding, Buffer>> {
  const identity = Buffer.from(text);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length };
  const [br, gz] = await Promise.all([brotli(identity, { params }), gzipped(identity)]);
  return { br, gzip: gz, identity };
}

/** A page's stream, compressed as it is rendered; every piece is flushed, so the browser sees it at once. */
export function compressedStream(body: Response["body"], encoding: Encoding): Readable | undefined {
  if (!body) return undefined;
  const source = Readable.fromWeb(body);
  if (encoding === "identity") return source;
  const compressor =
    encoding === "br"
      ? createBrotliCompress({
          params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
          flush: constants.BROTLI_OPERATION_FLUSH,
        })
      : createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
  source.once("error", (error) => compressor.destroy(error));
  compressor.once("close", () => source.destroy());
  return source.pipe(compressor);
}
