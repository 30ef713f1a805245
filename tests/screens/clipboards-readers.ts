import type { Specimen } from "./clipboards.ts";

const cocoa = (inner: string) =>
  `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head><title></title><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px}</style></head><body>\n${inner}\n</body></html>`;
const tab = `<span class="Apple-tab-span" style="white-space:pre">\t</span>`;

/** The clipboards of Apple's programs and of PDF viewers, named for the program and what was copied. */
export const readerClipboards: Record<string, Specimen> = {
  "Apple Notes: a line break": {
    html: cocoa(`<p class="p1">Main Street 5<br>\n24103 Kiel</p>`),
    becomes: ["p Main Street 5⏎24103 Kiel"],
  },
  "Apple Notes: a list in a list": {
    html: cocoa(
      `<ul class="ul1"><li class="li1">Fruit</li><ul class="ul1"><li class="li1">Apple</li></ul><li class="li1">Bread</li></ul>`,
    ),
    becomes: ["ul li Fruit", "ul li ul li Apple", "ul li Bread"],
  },
  "Apple Notes: boxes that are typed": {
    html: cocoa(`<p class="p1">☐ Milk</p>\n<p class="p1">☑ Bread</p>`),
    becomes: ["ul li ☐ Milk", "ul li ☑ Bread"],
  },
  "Pages: bullets between tabs": {
    html: cocoa(`<p class="p1">${tab}•${tab}First</p>\n<p class="p1">${tab}•${tab}<b>Second</b></p>`),
    becomes: ["ul li First", "ul li *Second*"],
  },
  "Pages: numbers between tabs": {
    html: cocoa(`<p class="p1">${tab}1.${tab}First</p>\n<p class="p1">${tab}2.${tab}Second</p>`),
    becomes: ["ol li First", "ol li Second"],
  },
  "Pages: a number that begins a sentence": {
    html: cocoa(`<p class="p1">12. December is the day.</p>\n<p class="p1">Come early.</p>`),
    becomes: ["p 12. December is the day.", "p Come early."],
  },
  "Pages: a break and a gap": {
    html: cocoa(
      `<p class="p1">Main Street 5<br>24103 Kiel</p>\n<p class="p2"><br></p>\n<p class="p1">Bye</p>`,
    ),
    becomes: ["p Main Street 5⏎24103 Kiel", "p Bye"],
  },
  "Preview: bullets of two levels": {
    html: cocoa(
      `<p class="p1">● Fruit</p>\n<p class="p1">○ Apple</p>\n<p class="p1">○ Pear</p>\n<p class="p1">● Bread</p>`,
    ),
    becomes: ["ul li Fruit", "ul li ul li Apple", "ul li ul li Pear", "ul li Bread"],
  },
  "Firefox's PDF viewer: lines": {
    html: `<span role="presentation" dir="ltr">Main Street 5</span><br role="presentation"><span role="presentation" dir="ltr">24103 Kiel</span>`,
    becomes: ["p Main Street 5⏎24103 Kiel"],
  },
  "Firefox's PDF viewer: bullets of their own": {
    html: `<span>●</span><span> First</span><br role="presentation"><span>●</span><span> Second</span>`,
    becomes: ["ul li First", "ul li Second"],
  },
  "Acrobat: Symbol's bullets": {
    html: `<p style="margin:0">\u{F0B7} First</p><p style="margin:0">\u{F0B7} Second</p>`,
    becomes: ["ul li First", "ul li Second"],
  },
  "Acrobat: one bullet among paragraphs": {
    html: `<p>Before</p><p>● <i>Only</i> one</p><p>After</p>`,
    becomes: ["p Before", "ul li _Only_ one", "p After"],
  },
};
