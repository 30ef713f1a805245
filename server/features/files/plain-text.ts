import type { FileHandle } from "node:fs/promises";
import { TextDecoder } from "node:util";

const chunkBytes = 1024 * 1024;
/** How a document that a browser would run begins, whatever it is called. */
const markup =
  /^\s*<(!doctype\s+html|html|head|body|script|iframe|svg|object|embed|meta|link|style|img|\?xml)\b/i;

/** Whether a file is text: UTF-16 with its mark, or bytes without control characters; and no web page by another name. */
export async function isPlainText(file: FileHandle): Promise<boolean> {
  const chunk = Buffer.alloc(chunkBytes);
  let decode: TextDecoder | undefined;
  for (let position = 0; ;) {
    const { bytesRead } = await file.read(chunk, 0, chunkBytes, position);
    if (bytesRead === 0) return position > 0;
    const bytes = chunk.subarray(0, bytesRead);
    if (position === 0) {
      decode = utf16Decoder(bytes);
      const start = bytes.subarray(0, 1024);
      if (markup.test((decode ?? new TextDecoder()).decode(start, { stream: true }).replace(/^\uFEFF/, "")))
        return false;
      decode = utf16Decoder(bytes);
    }
    if (decode ? hasControl(decode.decode(bytes, { stream: true })) : hasControlByte(bytes)) return false;
    position += bytesRead;
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
