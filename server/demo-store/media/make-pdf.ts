import { fileURLToPath } from "node:url";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";

export type PdfPage = { heading: string; paragraphs: string[] };

const INK = "#1b1815";
const MUTED = "#6b645c";
const ACCENT = "#ff6a2b";
const MARGIN = 72;

/** A fixed date keeps the bytes of a document the same on every run. */
const WRITTEN_AT = new Date("2025-01-15T09:00:00Z");

/**
 * An A5 e-book: a title page and then the given pages, numbered, in Inter. A paragraph that begins with
 * `- ` is set as a list item; text that outgrows its page flows onto the next.
 */
export async function makePdf(book: { title: string; author?: string; pages: PdfPage[] }): Promise<Buffer> {
  const author = book.author ?? "Openstall";
  const document = new PDFDocument({
    size: "A5",
    margins: { top: MARGIN, bottom: MARGIN, left: 54, right: 54 },
    bufferPages: true,
    font: fontFile(500),
    lang: "en",
    displayTitle: true,
    info: { Title: book.title, Author: author, CreationDate: WRITTEN_AT, ModDate: WRITTEN_AT },
  });
  document.registerFont("text", fontFile(500)).registerFont("bold", fontFile(800));
  drawTitlePage(document, book.title, author);
  for (const page of book.pages) drawPage(document, page);
  drawPageNumbers(document, book.title);
  document.end();
  return buffer(document);
}

function drawTitlePage(document: PDFKit.PDFDocument, title: string, author: string): void {
  const { width, height } = document.page;
  document.rect(0, 0, width, height).fill(INK);
  document.circle(width - 40, 90, 170).fill(ACCENT);
  document.circle(width - 40, 90, 96).fill("#ffc46b");
  document.font("bold").fontSize(34).fillColor("#ffffff");
  const titleHeight = document.heightOfString(title, { width: width - 108, lineGap: 2 });
  document.text(title, 54, height - 150 - titleHeight, { width: width - 108, lineGap: 2 });
  document.rect(54, height - 126, 54, 5).fill(ACCENT);
  document
    .font("text")
    .fontSize(12)
    .fillColor("#d8d1c6")
    .text(author, 54, height - 106);
}

function drawPage(document: PDFKit.PDFDocument, page: PdfPage): void {
  document.addPage();
  document.outline.addItem(page.heading);
  document.font("bold").fontSize(22).fillColor(INK).text(page.heading, { lineGap: 2 });
  document.rect(54, document.y + 8, 36, 4).fill(ACCENT);
  document.moveDown(1.6);
  for (const paragraph of page.paragraphs) {
    document.font("text").fontSize(10.5).fillColor(INK);
    if (paragraph.startsWith("- ")) {
      document.circle(60, document.y + 7, 2.2).fill(ACCENT);
      document.fillColor(INK).text(paragraph.slice(2), 72, document.y, { lineGap: 4 });
      document.x = 54;
    } else {
      document.text(paragraph, { lineGap: 4 });
    }
    document.moveDown(0.7);
  }
}

function drawPageNumbers(document: PDFKit.PDFDocument, title: string): void {
  const { count } = document.bufferedPageRange();
  for (let number = 1; number < count; number += 1) {
    document.switchToPage(number);
    // Text below the bottom margin would start a page of its own.
    document.page.margins.bottom = 0;
    const y = document.page.height - 44;
    document.font("text").fontSize(8).fillColor(MUTED);
    document.text(title, 54, y, { lineBreak: false });
    document.text(String(number), document.page.width - 84, y, {
      width: 30,
      align: "right",
      lineBreak: false,
    });
  }
}

function fontFile(weight: 500 | 800): string {
  return fileURLToPath(import.meta.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`));
}
