import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const compressible = /\.(js|css|svg|json|txt|webmanifest)$/;

/** Writes `file.br` (quality 11) and `file.gz` beside every text asset of the client build. */
export function precompress(): Plugin {
  return {
    name: "openstall:precompress",
    applyToEnvironment: (environment) => environment.name === "client",
    writeBundle: {
      order: "post",
      async handler({ dir }) {
        if (!dir) return;
        const files = await readdir(dir, { recursive: true });
        await Promise.all(
          files.filter((file) => compressible.test(file)).map((file) => compress(join(dir, file))),
        );
      },
    },
  };
}

async function compress(file: string) {
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzipped(bytes, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
