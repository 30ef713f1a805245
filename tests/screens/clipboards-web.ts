import type { Specimen } from "./clipboards.ts";

const docs = (inner: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1">${inner}</b>`;
const span = (text: string) => `<span style="font-family:Arial;white-space:pre-wrap;">${text}</span>`;

/** The clipboards of web apps, named for the app and what was copied. */
export const webClipboards: Record<string, Specimen> = {
  "Google Docs: a line break": {
    html: docs(`<p dir="ltr">${span("Main Street 5")}${span("<br />")}${span("24103 Kiel")}</p>`),
    becomes: ["p Main Street 5⏎24103 Kiel"],
  },
  "Google Docs: part of a paragraph": {
    html: docs(`${span("Main Street 5")}<br />${span("24103 Kiel")}`),
    becomes: ["p Main Street 5⏎24103 Kiel"],
  },
  "Google Docs: empty lines": {
    html: docs(`<p dir="ltr">${span("One")}</p><br /><br /><p dir="ltr">${span("Two")}</p><br />`),
    becomes: ["p One", "p Two"],
  },
  "Google Docs: a list in a list": {
    html: docs(
      `<ol><li dir="ltr" aria-level="1"><p role="presentation">${span("One")}</p></li><ol><li aria-level="2"><p>${span("Deeper")}</p></li></ol><li aria-level="1"><p>${span("Two")}</p></li></ol>`,
    ),
    becomes: ["ol li One", "ol li ol li Deeper", "ol li Two"],
  },
  "Google Docs: a list that goes on": {
    html: docs(`<ol start="4"><li aria-level="1"><p>${span("Four")}</p></li></ol>`),
    becomes: ["ol(4) li Four"],
  },
  "Google Sheets: a break in a cell": {
    html: `<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid}--></style><table><colgroup><col width="100"/></colgroup><tbody><tr><td style="white-space:normal;">Main Street 5<br/>24103 Kiel</td></tr></tbody></table></google-sheets-html-origin>`,
    becomes: ["table td Main Street 5⏎24103 Kiel"],
  },
  "Notion: a break in a paragraph": {
    html: `<meta charset='utf-8'><p>Main Street 5<br>24103 Kiel</p>\n<!-- notionvc: 1 -->`,
    becomes: ["p Main Street 5⏎24103 Kiel"],
  },
  "Notion: a break in a list item": {
    html: `<ul>\n<li>Main Street 5<br>24103 Kiel</li>\n<li>Next</li>\n</ul>`,
    becomes: ["ul li Main Street 5⏎24103 Kiel", "ul li Next"],
  },
  "Notion: part of a line": {
    html: `<meta charset='utf-8'>just <strong>words</strong>`,
    becomes: ["p just *words*"],
  },
  "Notion: a list that begins at three": {
    html: `<ol start="3">\n<li>Three</li>\n</ol>`,
    becomes: ["ol(3) li Three"],
  },
  "Notion: a callout with two lines": {
    html: `<aside>\n💡 First<br>second\n\n</aside>`,
    becomes: ["aside 💡 First⏎second"],
  },
  "Slack: a message with two paragraphs": {
    html: `<meta charset='utf-8'><span style="white-space: normal;">Hello<span class="c-mrkdwn__br" data-stringify-type="paragraph-break" style="display:block"></span>Main Street 5<br>24103 Kiel</span>`,
    becomes: ["p Hello", "p Main Street 5⏎24103 Kiel"],
  },
  "Slack: levels": {
    html: `<ul data-stringify-type="unordered-list" data-indent="0"><li data-stringify-indent="0">Fruit</li></ul><ul data-indent="1"><li data-stringify-indent="1">Apple</li><li data-stringify-indent="1">Pear</li></ul><ul data-indent="0"><li data-stringify-indent="0">Bread</li></ul>`,
    becomes: ["ul li Fruit", "ul li ul li Apple", "ul li ul li Pear", "ul li Bread"],
  },
  "Slack: a smiley and bold words": {
    html: `<b data-stringify-type="bold">Hi</b> <img data-stringify-type="emoji" data-stringify-emoji=":wave:" alt=":wave:" src="https://a.slack-edge.com/w.png">`,
    becomes: ["p *Hi* :wave:"],
  },
  "Slack: a code block": {
    html: `<pre class="c-mrkdwn__pre" data-stringify-type="pre">one<br>two</pre>`,
    becomes: ["pre one\ntwo"],
  },
  "Slack: typed bullets": {
    html: `<div class="p-rich_text_section">Bring:<br>• Milk<br>• Bread</div>`,
    becomes: ["p Bring:", "ul li Milk", "ul li Bread"],
  },
  "ChatGPT: a numbered list with places": {
    html: `<p data-start="0" data-end="20">Steps:</p>\n<ol data-start="22" data-end="60">\n<li data-start="22" data-end="40">\n<p data-start="25" data-end="40"><strong data-start="25" data-end="30">Cut</strong> it</p>\n</li>\n<li data-start="41"><p data-start="44">Fold it</p></li>\n</ol>`,
    becomes: ["p Steps:", "ol li *Cut* it", "ol li Fold it"],
  },
  "ChatGPT: a list that begins at two": {
    html: `<ol start="2" data-start="311" data-end="400"><li data-start="311">Two</li></ol>`,
    becomes: ["ol(2) li Two"],
  },
  "ChatGPT: code with its Copy button": {
    html: `<pre class="overflow-visible!" data-start="0"><div class="rounded-2xl"><div class="flex">python</div><div class="sticky"><button>Copy code</button></div><div class="overflow-y-auto"><code class="whitespace-pre! language-python"><span>a</span> = <span>1</span>\nb = 2\n</code></div></div></pre>`,
    becomes: ["pre a = 1\nb = 2"],
  },
  "ChatGPT: a question with line ends": {
    html: `<div class="whitespace-pre-wrap">Main Street 5\n24103 Kiel\n\nIs this right?</div>`,
    becomes: ["p Main Street 5⏎24103 Kiel", "p Is this right?"],
  },
  "ChatGPT: a table and a break": {
    html: `<h3 data-start="1">Prices</h3><table data-start="3"><thead><tr><th data-start="4">Name</th></tr></thead><tbody><tr><td data-col-size="sm">Book<br>Card</td></tr></tbody></table>`,
    becomes: ["h6 Prices", "table th Name", "table td Book⏎Card"],
  },
  "Gmail: an address": {
    html: `<meta charset="utf-8"><span style="white-space:normal">Main Street 5</span><br><span>24103 Kiel</span>`,
    becomes: ["p Main Street 5⏎24103 Kiel"],
  },
  "Gmail: lines of their own": {
    html: `<div dir="ltr">Hello<div>Main Street 5</div><div><br></div><div>24103 Kiel</div></div>`,
    becomes: ["p Hello", "p Main Street 5", "p 24103 Kiel"],
  },
  "Gmail: paragraphs by two breaks": {
    html: `Hello <b>you</b>,<br><br>Main Street 5<br>24103 Kiel<br><br>Bye<br>`,
    becomes: ["p Hello *you*,", "p Main Street 5⏎24103 Kiel", "p Bye"],
  },
  "Gmail: a gap within bold words": {
    html: `<div><b>One<br><br>Two</b> three</div>`,
    becomes: ["p *One*", "p *Two* three"],
  },
  "Gmail: dashes that are typed": {
    html: `<div>- Milk</div><div>- Bread</div>`,
    becomes: ["ul li Milk", "ul li Bread"],
  },
  "Gmail: one dash is prose": {
    html: `<div>- so he said</div><div>Bye</div>`,
    becomes: ["p - so he said", "p Bye"],
  },
};
