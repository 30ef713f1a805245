/** What other programs put on the clipboard as HTML, shortened to what matters. */
export const clipboards = {
  word: `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>
<style><!-- p.MsoListParagraph {mso-list:l0 level1 lfo1;} --></style></head><body lang=EN-US><!--StartFragment-->
<h1 style='margin-top:12.0pt'>From Word<o:p></o:p></h1>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;</span></span></span><![endif]>First<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>o<span>&nbsp;&nbsp;</span></span><![endif]>Within <b style='mso-bidi-font-weight:normal'>first</b><o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;</span></span><![endif]>Second<o:p></o:p></p>
<!--EndFragment--></body></html>`,
  googleDocs: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-5c1f"><h2 dir="ltr"><span style="font-size:16pt;font-weight:400;">From Docs</span></h2><p dir="ltr"><span style="font-weight:400;font-style:normal;">Plain and </span><span style="font-weight:700;">bold</span></p><ol><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Step</span></p></li></ol></b>`,
  hostile: `<p onclick="window.fired=1">Kept words<img src=x onerror="window.fired=1"><script>window.fired=1</script><a href="javascript:window.fired=1">trap</a><iframe srcdoc="<script>parent.fired=1</script>"></iframe><svg onload="window.fired=1"></svg></p><style>*{display:none}</style>`,
};
