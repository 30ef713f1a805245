import type { FileHandle } from "node:fs/promises";
import { TextDecoder } from "node:util";

const chunkBytes = 1024 * 1024;
/** How a document that a browser would run begins, whatever it is called. */
const markup =
  /^\s*<(!doctype\s+html|html|head|body|script|iframe|svg|object|embed|meta|link|style|img|\?xml)\b/i;

/** What a kind of text has to be, besides text. */
export type TextRule = {
  /** How its first megabyte has to look. Without it, anything but a web page will do. */
  begins?: RegExp;
  /** Also takes bytes that are neither UTF-8 nor UTF-16, as long as they hold no control characters. */
  anyEncoding?: boolean;
};

/** Whether a file is text without control characters, in UTF-8 or UTF-16, that fits `rule`. */
export async function isPlainText(
  file: FileHandle,
  { begins, anyEncoding = false }: TextRule,
): Promise<boolean> {
  const chunk = Buffer.alloc(chunkBytes);
  let isUtf16 = false;
  let decoder = new TextDecoder("utf-8", { fatal: !anyEncoding });
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position);
    const bytes = chunk.subarray(0, bytesRead);
    if (position === 0) {
      const utf16 = utf16Decoder(bytes);
      isUtf16 = utf16 !== undefined;
      decoder = utf16 ?? decoder;
    }
    const text = decoded(decoder, bytes);
    if (text === undefined) return false;
    if (bytesRead === 0) return position > 0;
    if (position === 0 && !(begins ? begins.test(text) : !markup.test(text))) return false;
    if (isUtf16 ? hasControl(text) : hasControlByte(bytes)) return false;
    position += bytesRead;
  }
}

/** The next piece of a text; nothing more to read ends it. Undefined where it is not in the decoder's encoding. */
function decoded(decoder: TextDecoder, bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes, { stream: bytes.length > 0 });
  } catch {
    return undefined;
  }
}

function utf16Decoder(start: Buffer): TextDecoder | undefined {
  const mark = start.subarray(0, 2).toString("hex");
  if (mark === "fffe") return new TextDecoder("utf-16le");
  if (mark === "feff") return new TextDecoder("utf-16be");
  return undefined;
}

/** Tab, line breaks, form feed, backspace and escape do occur in text. */
const isControl = (code: number) =>
  (code < 32 && (code < 8 || code === 14 || code === 15 || (code > 15 && code !== 27))) || code === 127;

function hasControlByte(bytes: Buffer): boolean {
  for (const byte of bytes) if ((byte < 32 || byte === 127) && isControl(byte)) return true;
  return false;
}

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at))) return true;
  return false;
}
