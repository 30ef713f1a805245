/**
 * What a paste becomes in the editor, a block a line: its tag with those around it, and its words. `⏎` is a line break,
 * `ol(3)` a list that begins at three, and `li+` holds a later block of the same item.
 */
export type Specimen = { html: string; becomes: readonly string[] };

const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** What programs put on the clipboard as HTML, as they write it, shortened to what matters. */
export const clipboards: Record<"word" | "googleDocs" | "notion" | "appleNotes" | "gmail", Specimen> = {
  word: {
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- @list l0:level1 {mso-level-number-format:bullet;} p.MsoListParagraph {mso-list:l0 level1 lfo1;} --></style></head>
<body lang=EN-US link="#0563C1" style='word-wrap:break-word'><!--StartFragment-->
<p class=MsoTitle>From Word<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoNormal>It is <b>bold</b>, <i style='mso-bidi-font-style:normal'>slanted</i> and <a href="https://example.com/w">linked</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-add-space:auto;text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>Within first<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Second<o:p></o:p></p>
<p class=MsoNormal>Then:<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span><![endif]>Numbered<o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'><tr style='mso-yfti-irow:0'><td width=300 valign=top style='width:225pt'><p class=MsoNormal>Cell<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="Picture_x0020_1" style='width:10pt'><v:imagedata src="file:///C:/Applications/AppData/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=10 height=10 src="file:///C:/Applications/AppData/clip_image002.png"><![endif]></p>
<!--EndFragment--></body></html>`,
    becomes: [
      "h4 From Word",
      "p It is *bold*, _slanted_ and [linked].",
      "ul li First",
      "ul li ul li Within first",
      "ul li Second",
      "p Then:",
      "ol li Numbered",
      "table td Cell",
    ],
  },
  googleDocs: {
    html: `<html><body><!--StartFragment--><meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5c1f6a90-7fff-2d11-9a0b-0c3a4f5b6d7e"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;margin-bottom:6pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;font-weight:400;white-space:pre-wrap;">From Docs</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-weight:400;font-style:normal;white-space:pre-wrap;">Plain, </span><span style="font-weight:700;font-style:normal;">bold</span><span style="font-weight:400;font-style:italic;"> and slanted</span></p><br /><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:400;">Outer</span></p></li><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span style="font-weight:400;">Inner</span></p></li></ul></ul><ul><li dir="ltr" role="checkbox" aria-checked="true" style="list-style-type:none;" aria-level="1"><img src="data:image/png;base64,${pixel}" width="18" height="18" alt="checked" aria-roledescription="checkbox" style="margin-right:3px;" /><p style="display:inline;" role="presentation"><span style="text-decoration:line-through;">Done</span></p></li></ul><p dir="ltr"><span><span style="border:none;display:inline-block;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nXc" width="20" height="20" /></span></span></p></b><!--EndFragment--></body></html>`,
    becomes: [
      "h5 From Docs",
      "p Plain, *bold*_ and slanted_",
      "ul li Outer",
      "ul li ul li Inner",
      "ul li ☑ ~Done~",
    ],
  },
  notion: {
    html: `<meta charset='utf-8'><h1>From Notion</h1>
<p>Some <strong>bold</strong> and <code>code</code> with <a href="https://example.com/n">a link</a></p>
<ul>
<li>[ ]  To do</li>
<li>[x]  Done</li>
</ul>
<ol>
<li>One
<ol>
<li>Deeper</li>
</ol>
</li>
</ol>
<aside>
💡 Mind this
</aside>

<pre><code class="language-jsx">const a = 1;
</code></pre>
<hr>
<blockquote>
<p>Said once</p>
</blockquote>
<!-- notionvc: 4f7d5c3e-7d0b-4c58-8f0a-5b8f3e7a9c11 -->`,
    becomes: [
      "h4 From Notion",
      "p Some *bold* and `code` with [a link]",
      "ul li ☐ To do",
      "ul li ☑ Done",
      "ol li One",
      "ol li ol li Deeper",
      "aside 💡 Mind this",
      "pre const a = 1;",
      "hr ",
      "blockquote Said once",
    ],
  },
  appleNotes: {
    html: `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Cocoa HTML Writer"><meta name="CocoaVersion" content="2487.7"><style type="text/css">
p.p1 {margin: 0.0px; font: 17.0px '.AppleSystemUIFont'} span.s1 {font-weight: bold} ul.ul1 {list-style-type: disc}</style></head><body>
<h1 style="margin: 0.0px; font: 22.0px '.AppleSystemUIFont'"><span class="s1"><b>From Notes</b></span></h1>
<p class="p1"><span class="s2"></span><br></p>
<p class="p1"><span class="s2">Milk &amp; <b>honey</b></span></p>
<ul class="ul1"><li class="li1"><span class="s3"></span><span class="s2">Dashed</span></li></ul>
</body></html>`,
    becomes: ["h4 *From Notes*", "p Milk & *honey*", "ul li Dashed"],
  },
  gmail: {
    html: `<meta charset="utf-8"><div dir="ltr" style="color:rgb(34,34,34);font-family:Arial,Helvetica,sans-serif;font-size:small">From Gmail<div><br></div><div>Some <b>bold</b> <img data-emoji="🙂" class="an1" alt="🙂" aria-label="🙂" draggable="false" src="https://fonts.gstatic.com/s/e/notoemoji/16.0/1f642/72.png" loading="lazy"></div><div><ul><li style="margin-left:15px">Point</li></ul></div><img src="data:image/png;base64,${pixel}" alt="chart.png" width="10" height="10"><div>Below</div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div>They wrote</div></blockquote><div class="gmail_quote"><a href="mailto:me@example.com" target="_blank" onclick="window.fired=1">me@example.com</a></div></div>`,
    becomes: [
      "p From Gmail",
      "p Some *bold* 🙂",
      "ul li Point",
      "p Below",
      "blockquote They wrote",
      "p [me@example.com]",
    ],
  },
};

/** What nobody puts on a clipboard in good faith. */
export const hostileClipboard = `<p onclick="window.fired=1">Kept words<img src=x onerror="window.fired=1"><script>window.fired=1</script><a href="javascript:window.fired=1">trap</a><iframe srcdoc="<script>parent.fired=1</script>"></iframe><svg onload="window.fired=1"></svg></p><style>*{display:none}</style>`;
