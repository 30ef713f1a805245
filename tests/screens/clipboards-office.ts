import type { Specimen } from "./clipboards.ts";

const word = (inner: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body lang=EN-US><!--StartFragment-->${inner}<!--EndFragment--></body></html>`;
const sign = (text: string) =>
  `<![if !supportLists]><span><span style='mso-list:Ignore'>${text}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>`;
const item = (level: number, mark: string, text: string) =>
  `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'>${sign(mark)}${text}<o:p></o:p></p>`;
const webItem = (tag: "ul" | "ol", level: number, text: string, start = 1) =>
  `<div class="ListContainerWrapper SCXW1"><${tag} class="BulletListStyle1" role="list"${tag === "ol" ? ` start="${start}"` : ""}><li data-leveltext="x" data-listid="1" data-aria-posinset="1" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr"><p class="Paragraph" paraid="1"><span class="TextRun"><span class="NormalTextRun">${text}</span></span><span class="EOP" data-ccp-props='{"1":2}'>&nbsp;</span></p></li></${tag}></div>`;
const excel = (rows: string) =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!-- td {mso-ignore:padding;} br {mso-data-placement:same-cell;} --></style></head><body><table border=0 cellpadding=0><!--StartFragment--><col width=64>${rows}<!--EndFragment--></table></body></html>`;

/** The clipboards of office programs, named for the program and what was copied. */
export const officeClipboards: Record<string, Specimen> = {
  "Word: a line break in a paragraph": {
    html: word("<p class=MsoNormal>Main Street 5<br>\n24103 Kiel<o:p></o:p></p>"),
    becomes: ["p Main Street 5⏎24103 Kiel"],
  },
  "Word: a list that begins at three": {
    html: word(item(1, "3.", "Third") + item(1, "4.", "Fourth")),
    becomes: ["ol(3) li Third", "ol(3) li Fourth"],
  },
  "Word: bullets, then numbers": {
    html: word(item(1, "·", "Point") + item(1, "1.", "Step")),
    becomes: ["ul li Point", "ol li Step"],
  },
  "Word: three levels and back": {
    html: word(item(1, "1.", "A") + item(2, "a.", "B") + item(3, "i.", "C") + item(1, "2.", "D")),
    becomes: ["ol li A", "ol li ol li B", "ol li ol li ol li C", "ol li D"],
  },
  "Word: a break in a list item": {
    html: word(item(1, "·", "Main Street 5<br>24103 Kiel") + item(1, "·", "Next")),
    becomes: ["ul li Main Street 5⏎24103 Kiel", "ul li Next"],
  },
  "Word: an empty paragraph between two": {
    html: word(
      "<p class=MsoNormal>One</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Two</p>",
    ),
    becomes: ["p One", "p Two"],
  },
  "Word: headings": {
    html: word("<h1>Title<o:p></o:p></h1><h2>Part<o:p></o:p></h2><p class=MsoNormal>Text</p>"),
    becomes: ["h4 Title", "h5 Part", "p Text"],
  },
  "Word for the web: levels": {
    html:
      webItem("ul", 1, "Fruit") +
      webItem("ul", 2, "Apple") +
      webItem("ul", 3, "Red") +
      webItem("ul", 1, "Bread"),
    becomes: ["ul li Fruit", "ul li ul li Apple", "ul li ul li ul li Red", "ul li Bread"],
  },
  "Word for the web: one numbered list": {
    html: webItem("ol", 1, "One") + webItem("ol", 1, "Two", 2) + webItem("ol", 1, "Three", 3),
    becomes: ["ol li One", "ol li Two", "ol li Three"],
  },
  "Word for the web: bullets within numbers": {
    html: webItem("ol", 1, "Step") + webItem("ul", 2, "Detail") + webItem("ol", 1, "Next step", 2),
    becomes: ["ol li Step", "ol li ul li Detail", "ol li Next step"],
  },
  "Word for the web: a heading and a line break": {
    html: `<div class="OutlineElement Ltr"><p class="Paragraph" role="heading" aria-level="2"><span class="TextRun">Contact</span><span class="EOP">&nbsp;</span></p></div><div class="OutlineElement Ltr"><p class="Paragraph"><span class="TextRun"><span class="NormalTextRun">Main Street 5</span></span><span class="LineBreakBlob"><span class="SCXW1"> </span><br class="SCXW1"></span><span class="TextRun">24103 Kiel</span><span class="EOP">&nbsp;</span></p></div>`,
    becomes: ["h5 Contact", "p Main Street 5 ⏎24103 Kiel"],
  },
  "Word for the web: a table": {
    html: `<div class="TableContainer"><table><tbody><tr role="row"><td><div class="TableCellContent"><div class="OutlineElement"><p class="Paragraph"><span class="TextRun">Book</span><span class="EOP">&nbsp;</span></p></div></div></td><td><div><p class="Paragraph"><span>$12</span><span class="EOP">&nbsp;</span></p></div></td></tr></tbody></table></div>`,
    becomes: ["table td Book", "table td $12"],
  },
  "Outlook: an address": {
    html: word("<p class=MsoNormal>Ines Holm<br>Main Street 5<br>24103 Kiel</p>"),
    becomes: ["p Ines Holm⏎Main Street 5⏎24103 Kiel"],
  },
  "Outlook on the web: lines with a gap": {
    html: `<div class="elementToProof" style="font-family:Aptos">Hello<br><br>Main Street 5<br>24103 Kiel</div><div class="elementToProof"><br></div><div class="elementToProof">Bye</div>`,
    becomes: ["p Hello", "p Main Street 5⏎24103 Kiel", "p Bye"],
  },
  "Outlook: typed bullets": {
    html: word(
      "<p class=MsoNormal>● First</p><p class=MsoNormal>●&nbsp;Second</p><p class=MsoNormal>Then</p>",
    ),
    becomes: ["ul li First", "ul li Second", "p Then"],
  },
  "Outlook: typed numbers": {
    html: word("<p class=MsoNormal>2) Cut</p><p class=MsoNormal>3) Fold</p>"),
    becomes: ["ol(2) li Cut", "ol(2) li Fold"],
  },
  "Outlook on the web: a quoted message": {
    html: `<div>Yes</div><blockquote><div>Main Street 5<br>24103 Kiel</div></blockquote>`,
    becomes: ["p Yes", "blockquote Main Street 5⏎24103 Kiel"],
  },
  "Excel: a break in a cell": {
    html: excel(
      "<tr height=20><td class=xl65>Main Street 5<br>\n    24103 Kiel</td><td align=right>12</td></tr>",
    ),
    becomes: ["table td Main Street 5⏎24103 Kiel", "table td 12"],
  },
  "Excel: two rows": {
    html: excel("<tr><td>Book</td><td>12</td></tr><tr><td>Card</td><td>3</td></tr>"),
    becomes: ["table td Book", "table td 12", "table td Card", "table td 3"],
  },
  "Excel: bullets in a cell stay words": {
    html: excel("<tr><td>●</td><td>Yes</td></tr>"),
    becomes: ["table td ●", "table td Yes"],
  },
  "Excel: an empty cell": {
    html: excel("<tr><td>Book</td><td></td><td>12</td></tr>"),
    becomes: ["table td Book", "table td 12"],
  },
};
