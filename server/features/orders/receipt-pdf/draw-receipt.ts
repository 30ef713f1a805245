import PDFDocument from "pdfkit";
import { createPdfText, type PdfTextOptions } from "#server/typesetting/pdf-text.ts";
import { settableText } from "#server/typesetting/settable-text.ts";

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
const most = 300;

type Style = Omit<PdfTextOptions, "left" | "width">;

const regular: Style = { weight: 400, size: 11, color: "#1c1917", direction: "ltr", most };
const strong: Style = { ...regular, weight: 700 };
const small: Style = { ...regular, size: 9, color: "#6b645c" };

/** Draws a receipt as PDF, on A4, in the scripts of every name. No text makes it fail. */
export async function drawReceipt(words: ReceiptWords): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    // PDFKit would load a font of its own.
    font: "",
    info: { Title: settableText(words.title, most), Producer: "Openstall", Creator: "Openstall" },
  });
  const done = collected(pdf);
  const text = createPdfText(pdf);

  await text.draw(words.title, { ...strong, size: 20, left: margin, width });
  pdf.y += 22;
  await drawBlocks();
  for (const { name, detail, amount } of words.lines) {
    await drawRow(name, amount, regular, "auto");
    await text.draw(detail, { ...small, left: margin, width: width - amountWidth });
    pdf.y += 6;
  }
  drawRule();
  for (const sum of words.sums) {
    await drawRow(sum.name, sum.amount, sum.strong ? strong : regular, "ltr");
    pdf.y += 4.5;
  }
  pdf.y += 15;
  for (const line of words.notes) await text.draw(line, { ...small, most: 2_500, left: margin, width });
  await text.embedTypefaces();
  pdf.end();
  return done;

  async function drawBlocks() {
    const top = pdf.y;
    const column = width / words.blocks.length;
    let bottom = top;
    for (const [place, { name, lines }] of words.blocks.entries()) {
      const box = { left: margin + place * column, width: column - 12 };
      pdf.y = top;
      await text.draw(name, { ...small, ...box });
      for (const line of lines) await text.draw(line, { ...regular, ...box, size: 10, direction: "auto" });
      bottom = Math.max(bottom, pdf.y);
    }
    pdf.y = bottom + 14;
    drawRule();
  }

  async function drawRow(name: string, amount: string, style: Style, direction: "ltr" | "auto") {
    // A row whose amount stood on another page would say nothing.
    if (pdf.y > pdf.page.height - margin - 40) pdf.addPage();
    const top = pdf.y;
    await text.draw(amount, {
      ...style,
      left: margin + width - amountWidth,
      width: amountWidth,
      align: "right",
    });
    pdf.y = top;
    await text.draw(name, { ...style, direction, left: margin, width: width - amountWidth });
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
