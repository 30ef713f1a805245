import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import PDFDocument from "pdfkit";

/** A receipt in words, as it is to be drawn. */
export type ReceiptWords = {
  title: string;
  /** Beside each other: what it is called, and its lines. */
  blocks: readonly { name: string; lines: readonly string[] }[];
  lines: readonly { name: string; detail: string; amount: string }[];
  sums: readonly { name: string; amount: string; strong?: boolean }[];
  notes: readonly string[];
};

const margin = 56;
const width = 595.28 - 2 * margin;
const amountWidth = 110;
const ink = "#1c1917";
const muted = "#6b645c";

/**
 * Draws a receipt as PDF, on A4, with a font of its own that knows Latin, Greek, Cyrillic, Devanagari and the signs of
 * currencies; of other writing it draws a box for each sign. No text makes it fail.
 */
export async function drawReceipt(words: ReceiptWords): Promise<Buffer> {
  const [regular, bold] = await fonts();
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    info: { Title: plain(words.title), Producer: "Openstall", Creator: "Openstall" },
  });
  const done = collected(pdf);
  pdf.registerFont("regular", regular).registerFont("bold", bold);
  const text = (font: "regular" | "bold", size: number, color: string) =>
    pdf.font(font).fontSize(size).fillColor(color);

  text("bold", 20, ink).text(plain(words.title), { width });
  pdf.moveDown(0.8);
  drawBlocks();
  for (const { name, detail, amount } of words.lines) {
    drawRow(name, amount, "regular");
    if (detail) text("regular", 9, muted).text(plain(detail), margin, pdf.y, { width: width - amountWidth });
    pdf.moveDown(0.5);
  }
  drawRule();
  for (const { name, amount, strong } of words.sums) {
    drawRow(name, amount, strong ? "bold" : "regular");
    pdf.moveDown(0.3);
  }
  pdf.moveDown(1);
  for (const line of words.notes)
    text("regular", 9, muted).text(plain(line, 2_500), margin, pdf.y, { width });
  pdf.end();
  return done;

  function drawBlocks() {
    const top = pdf.y;
    const column = width / words.blocks.length;
    let bottom = top;
    for (const [place, { name, lines }] of words.blocks.entries()) {
      const left = margin + place * column;
      text("regular", 9, muted).text(plain(name), left, top, { width: column - 12 });
      for (const line of lines)
        text("regular", 10, ink).text(plain(line), left, pdf.y, { width: column - 12 });
      bottom = Math.max(bottom, pdf.y);
    }
    pdf.x = margin;
    pdf.y = bottom + 14;
    drawRule();
  }

  function drawRow(name: string, amount: string, font: "regular" | "bold") {
    // A row whose amount stood on another page would say nothing.
    if (pdf.y > pdf.page.height - margin - 40) pdf.addPage();
    const top = pdf.y;
    text(font, 11, ink).text(plain(amount), margin + width - amountWidth, top, {
      width: amountWidth,
      align: "right",
    });
    text(font, 11, ink).text(plain(name), margin, top, { width: width - amountWidth });
  }

  function drawRule() {
    pdf
      .moveTo(margin, pdf.y)
      .lineTo(margin + width, pdf.y)
      .lineWidth(0.5)
      .strokeColor("#d6d0c8")
      .stroke();
    pdf.y += 12;
  }
}

function collected(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const parts: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (part: Buffer) => parts.push(part));
    pdf.on("end", () => resolve(Buffer.concat(parts)));
    pdf.on("error", reject);
  });
}

/** On one line, well formed, without what has no picture; as long as it stays readable. */
const plain = (text: string, most = 300): string =>
  Array.from(text.toWellFormed().replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, " "))
    .slice(0, most)
    .join("");

let loaded: Promise<[Buffer, Buffer]> | undefined;

/** Read with the first receipt, and kept. */
function fonts(): Promise<[Buffer, Buffer]> {
  loaded ??= Promise.all([
    readFile(
      fileURLToPath(import.meta.resolve("@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf")),
    ),
    readFile(fileURLToPath(import.meta.resolve("@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf"))),
  ]);
  return loaded;
}
