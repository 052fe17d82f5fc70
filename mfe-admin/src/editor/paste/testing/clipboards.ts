// What programs put onto the clipboard, cut to a few lines each; the wrapping of lines is theirs.

/** Word 2019 and 365 on Windows. */
export const WORD_WINDOWS = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head>
<meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View><w:Zoom>0</w:Zoom></w:WordDocument></xml><![endif]-->
<style><!-- @list l0 {mso-list-id:1;} p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} --></style></head>
<body lang=EN-US style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h1>Results of the<o:p></o:p></h1>
<p class=MsoNormal><b>Cells</b> beat <span style='font-style:italic'>faster</span><span
style='mso-spacerun:yes'>  </span>than <a href="https://journal.example/a?b=1&amp;c=2">expected</a><a
style='mso-comment-reference:AL_1;mso-comment-date:20261120T1200'>, said Ada</a><span
class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor href="#_msocom_1">[AL1]</a></span></span>
in <st1:City w:st="on">Buffalo</st1:City><del cite="mailto:Ada" datetime="2026-11-20T12:00">never</del>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<h4>What we did</h4>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Seed<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='font-family:"Courier New"'><span style='mso-list:Ignore'>o<span style='font:7.0pt "Times New Roman"'>&nbsp;
</span></span></span><![endif]>on <b>glass</b><o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>Record</p>
<p class=MsoNormal>Then:</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>3.<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Compare</p>
<p class=MsoListParagraph style='mso-list:l1 level2 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>a)<span
style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>by day</p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
 <thead><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
  <td width=200 valign=top style='width:150.25pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'>
  <p class=MsoNormal><b>Day<o:p></o:p></b></p></td>
  <td width=200 valign=top style='width:150.25pt'><p class=MsoNormal><b>Beats<o:p></o:p></b></p></td></tr></thead>
 <tr style='mso-yfti-irow:1'><td width=400 colspan=2 valign=top><p class=MsoNormal>none<o:p></o:p></p></td></tr>
 <tr style='mso-yfti-irow:2;mso-yfti-lastrow:yes'><td><p class=MsoNormal>1</p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr>
</table>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="_x0000_i1025" style='width:9pt'><v:imagedata src="file:///C:/x.png"/></v:shape><![endif]--><![if !vml]><img
width=12 height=12 src="file:///C:/Users/ada/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png"><![endif]>
<a href="file:///C:/Users/ada/plan.docx">the plan</a> and <a href="#_Toc1">above</a></p>
<!--EndFragment--></body></html>`;

/** Word 16 on a Mac: a numbered heading, entries that begin at the third level. */
export const WORD_MAC = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- @font-face {font-family:Symbol;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment--><p class=MsoTitle>Pilot<o:p></o:p></p>
<h2 style='mso-list:l2 level1 lfo3'><![if !supportLists]><span style='mso-list:Ignore'>1.<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span><![endif]><span lang=EN-US>Scope</span></h2>
<p class=MsoListParagraph style='margin-left:108.0pt;mso-list:l0 level3 lfo1'><span style='mso-list:Ignore'>§<span
style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><span lang=EN-US style='font-weight:bold'>deep</span></p>
<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span
style='font:7.0pt "Times New Roman"'>&nbsp; </span></span>outer</p><!--EndFragment--></body></html>`;

/** Word on the web. */
export const WORD_WEB = `<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1" role="heading" aria-level="1"
style="font-weight:normal"><span data-contrast="auto" class="TextRun SCXW1" style="font-size:20pt;font-weight:bold"><span
class="NormalTextRun SCXW1">Pilot</span></span><span class="EOP SCXW1" data-ccp-props="{}">&nbsp;</span></p></div>
<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1 SCXW1" role="list"><li data-leveltext=""
data-listid="1" data-aria-posinset="1" data-aria-level="1" role="listitem" class="OutlineElement"><p class="Paragraph"><span
class="TextRun" style="font-weight:bold"><span class="NormalTextRun">Seed</span></span><span class="EOP">&nbsp;</span></p></li></ul></div>
<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle2" role="list"><li data-listid="1" data-aria-level="2"
role="listitem"><p class="Paragraph"><span class="TextRun">on glass</span></p></li></ul></div>
<div class="ListContainerWrapper SCXW1"><ol class="NumberListStyle1" role="list" start="2"><li data-listid="2" data-aria-level="1"
role="listitem"><p class="Paragraph"><span class="TextRun" style="font-style:italic">Record</span></p></li></ol></div>
<div class="OutlineElement"><div class="TableContainer"><table class="Table" border="1"><tbody><tr><td><div class="TableCellContent"><div
class="OutlineElement"><p class="Paragraph"><span class="TextRun">Day</span></p></div></div></td><td><div><div><p><span>Beats</span></p></div></div></td></tr></tbody></table></div></div>
<img class="WACImage" src="data:image/png;base64,iVBORw0KGgo=" alt="A chart">`;

/** Google Docs. */
export const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;"
id="docs-internal-guid-1f2e"><h1 dir="ltr" style="line-height:1.38;"><span
style="font-size:20pt;font-family:Arial,sans-serif;font-weight:400;font-style:normal;">Pilot</span></h1><p dir="ltr"
style="line-height:1.38;"><span style="font-size:11pt;font-weight:700;font-style:normal;">Cells</span><span
style="font-weight:400;"> beat </span><span style="font-weight:400;font-style:italic;">faster</span><a
href="https://www.google.com/url?q=https://journal.example/a?b%3D1&amp;sa=D&amp;source=editors&amp;ust=17&amp;usg=AOv"
style="text-decoration:none;"><span style="color:#1155cc;text-decoration:underline;">, see</span></a></p><br /><ul
style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;font-weight:400;" aria-level="1"><p dir="ltr"
role="presentation"><span style="font-weight:400;">Seed</span></p></li><ul><li dir="ltr" aria-level="2"><p
role="presentation"><span>on glass</span></p></li></ul></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table
style="border:none;border-collapse:collapse;"><colgroup><col width="300" /><col width="301" /></colgroup><tbody><tr
style="height:0pt"><td style="border-left:solid #000 1pt;"><p dir="ltr"><span style="font-weight:700;">Day</span></p></td><td><p
dir="ltr"><span>Beats</span></p></td></tr></tbody></table></div><p><span><img
src="https://lh7-rt.googleusercontent.com/docsz/AD_1" width="9" height="9" /></span></p></b><br class="Apple-interchange-newline">`;

/** LibreOffice Writer 24. */
export const LIBREOFFICE = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/>
<title></title><meta name="generator" content="LibreOffice 24.2.1 (Linux)"/><style type="text/css">p { line-height: 115% }</style></head>
<body lang="en-US" dir="ltr"><h2 class="western">Pilot</h2><p style="line-height: 100%"><font face="Liberation Serif"><b>Cells</b></font>
beat <i>faster</i>.</p><p><br/><br/></p><ol><li><p style="margin-bottom: 0cm">Seed</p></li><ol type="a"><li><p>on glass</p></li></ol></ol>
<table width="100%" cellpadding="4" cellspacing="0"><col width="128*"/><col width="128*"/><thead><tr valign="top"><th width="50%"><p
align="center">Day</p></th><th><p>Beats</p></th></tr></thead><tbody><tr valign="top"><td sdval="1" sdnum="1033;"><p>1</p></td><td><p>62</p></td></tr></tbody></table></body></html>`;

/** A range of Excel. */
export const EXCEL = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet>
<style><!-- td {mso-number-format:General;} .xl65 {font-weight:700;} --></style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'><!--StartFragment-->
 <col width=64 span=2 style='width:48pt'><tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64
 style='height:15.0pt;font-weight:700'>Day</td><td class=xl65 width=64>Beats</td></tr><tr height=20><td align=right x:num>1</td><td></td></tr>
<!--EndFragment--></table></body></html>`;

/** A range of Google Sheets. */
export const SHEETS = `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #ccc;}--></style><table
xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" style="table-layout:fixed;width:0px;border:none"
data-sheets-root="1"><colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;"><td
style="padding:2px 3px;font-weight:bold;" data-sheets-value="{&quot;1&quot;:2}">Day</td><td>Beats</td></tr><tr><td
style="text-align:right;">1</td><td>62</td></tr></tbody></table>`;
