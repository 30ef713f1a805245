import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "#tests/support/processor-time.ts";
import { HttpError } from "#server/errors.ts";
import { cleanCaptions } from "./captions.ts";

/** Why a file is refused, as its creator reads it. */
function refusalOf(file: string): string {
  try {
    cleanCaptions(file);
  } catch (error) {
    if (error instanceof HttpError && error.status === 422) return error.fields?.["captions"] ?? "";
    throw error;
  }
  throw new Error("it was accepted");
}

const cue = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
const textOf = (file: string) => cleanCaptions(file).split("\n").slice(3).join("\n").trimEnd();

test("WebVTT comes out as WebVTT, without comments, styles, names and places", () => {
  const file = [
    "\uFEFFWEBVTT - Lesson 1",
    "Kind: captions",
    "",
    "NOTE by Robin",
    "over two lines",
    "",
    "STYLE",
    "::cue { background: url(https://evil.example/x) }",
    "",
    "intro",
    "00:01.000 --> 00:03.500 align:start position:10%",
    "Hello,",
    "world",
    "",
    "01:00:00.000 --> 01:00:02.000",
    "An hour on",
  ];
  for (const ending of ["\n", "\r\n", "\r"])
    expect(cleanCaptions(file.join(ending))).toBe(
      "WEBVTT\n\n00:00:01.000 --> 00:00:03.500\nHello,\nworld\n\n01:00:00.000 --> 01:00:02.000\nAn hour on\n",
    );
});

test.each([
  ["WEBVTT\n00:01.000 --> 00:02.000\nx\n\n00:03.000 --> 00:04.000\ny", ["x", "y"]],
  ["\uFEFFWEBVTT - Lesson 1\r\nKind: captions\r\nLanguage: en\r\n00:01.000 --> 00:02.000\r\nx", ["x"]],
  ["WEBVTT\n1\n00:00:01,000 --> 00:00:02,000\nx\n\n2\n00:00:03,000 --> 00:00:04,000\ny", ["x", "y"]],
  ["WEBVTT\n\nNOTE\n00:01.000 --> 00:02.000\nx", ["x"]],
  ["WEBVTT\n\nSTYLE\n::cue { color: red }\n00:01.000 --> 00:02.000\nx", ["x"]],
])("%j keeps the cue that follows a header or comment without an empty line", (file, cues) => {
  expect(
    cleanCaptions(file)
      .split("\n")
      .filter((line) => cues.includes(line)),
  ).toEqual(cues);
});

test("every cue of a file comes out, whatever header and comments stand before it", () => {
  const header = fc.constantFrom("WEBVTT", "\uFEFFWEBVTT", "WEBVTT - A title", "WEBVTT\nKind: captions");
  const comment = fc.constantFrom(
    "",
    "NOTE a remark\n",
    "STYLE\n::cue { color: red }\n",
    "REGION\nid:one\n",
    "7\n",
  );
  const gap = fc.constantFrom("\n", "\n\n", "\n \t\n");
  const point = fc.constantFrom(".", ",");
  fc.assert(
    fc.property(
      header,
      gap,
      fc.array(fc.tuple(comment, point), { minLength: 1, maxLength: 20 }),
      fc.constantFrom("\n", "\r\n", "\r"),
      (header, gap, cues, ending) => {
        const blocks = cues.map(
          ([comment, point], index) =>
            `${comment}00:00:${10 + index}${point}000 --> 00:00:59${point}000\nwords`,
        );
        const file = `${header}${gap}${blocks.join("\n\n")}`.replaceAll("\n", ending);
        expect(cleanCaptions(file).match(/^words$/gm)).toHaveLength(cues.length);
      },
    ),
  );
});

test("SubRip comes out as WebVTT", () => {
  const file =
    '1\r\n00:00:01,000 --> 00:00:04,000\r\n{\\an8}<font color="#fff">Hi</font> <i>there</i>\r\n\r\n2\r\n00:00:05,5 --> 00:00:06,25 X1:1 X2:2\r\nBye\r\n';
  expect(cleanCaptions(file)).toBe(
    "WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nHi there\n\n00:00:05.500 --> 00:00:06.250\nBye\n",
  );
});

test("cues are put in the order of their times, and those without words left out", () => {
  expect(
    cleanCaptions(
      "2\n00:00:05,000 --> 00:00:06,000\nb\n\n1\n00:00:01,000 --> 00:00:02,000\na\n\n3\n00:00:07,000 --> 00:00:08,000\n<i></i>\n",
    ),
  ).toBe("WEBVTT\n\n00:00:01.000 --> 00:00:02.000\na\n\n00:00:05.000 --> 00:00:06.000\nb\n");
});

test.each([
  ["<b>bold</b> and <c.red.big>red</c>", "bold and red"],
  ["<v Robin Vale>Hello</v>", "Robin Vale: Hello"],
  ["<v.loud Robin>Hello", "Robin: Hello"],
  ["Now <00:00:01.500>this", "Now this"],
  ["a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"],
  ["Fish &amp; chips", "Fish &amp; chips"],
  ["<script>alert(1)</script>", "alert(1)"],
  ["<img src=x onerror=alert(1)>words", "words"],
  ["&lt;script&gt;alert(1)&lt;/script&gt;", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  ["<scr<b>ipt>alert(1)", "&lt;script&gt;alert(1)"],
  ["<script", "&lt;script"],
  ["Grüße, 你好 مرحبا 👋", "Grüße, 你好 مرحبا 👋"],
])("%j reads %j", (given, shown) => {
  expect(textOf(cue(given))).toBe(shown);
});

test.each([
  ["", "No captions were found in this file"],
  ["WEBVTT", "No captions were found in this file"],
  ["WEBVTT\n\nNOTE nothing here", "No captions were found in this file"],
  ["<html>", "Line 1: this is neither a WebVTT (.vtt) nor a SubRip (.srt) file"],
  ["\n\n[Script Info]", "Line 3: this is neither a WebVTT (.vtt) nor a SubRip (.srt) file"],
  [
    "WEBVTTX\n\n00:01.000 --> 00:02.000\nx",
    "Line 1: this is neither a WebVTT (.vtt) nor a SubRip (.srt) file",
  ],
  ["1\n00:00:01,000 -> 00:00:02,000\nx", "Line 1: expected times such as 00:00:01.000 --> 00:00:04.000"],
  ["WEBVTT\n\n00:01 --> 00:02\nx", "Line 3: expected times such as 00:00:01.000 --> 00:00:04.000"],
  ["WEBVTT\n\n1\n00:61.000 --> 01:62.000\nx", "Line 4: there is no such time"],
  ["WEBVTT\n\n99:00:00.000 --> 99:00:01.000\nx", "Line 3: there is no such time"],
  ["WEBVTT\n\n-00:01.000 --> 00:02.000\nx", "Line 3: expected times such as 00:00:01.000 --> 00:00:04.000"],
  ["WEBVTT\n\n00:02.000 --> 00:02.000\nx", "Line 3: the caption ends before it begins"],
  [
    "WEBVTT\n\n00:01.000 --> 00:02.000\nx\n00:03.000 --> 00:04.000\ny",
    "Line 5: leave a line empty before the next caption",
  ],
  [
    "WEBVTT\n\n00:01.000 --> 00:02.000\nGr\uFFFD\uFFFDe",
    "Line 4: there are letters that cannot be read. Save the file as UTF-8 and try again",
  ],
])("%j is refused: %s", (file, reason) => {
  expect(refusalOf(file)).toBe(reason);
});

test("a caption is 2,000 characters long at most", () => {
  expect(textOf(cue("&".repeat(2_000)))).toBe("&amp;".repeat(2_000));
  expect(refusalOf(cue("x".repeat(2_001)))).toBe("Line 3: this caption is longer than 2,000 characters");
});

describe("files made to be slow or large", () => {
  const many = (count: number) => `WEBVTT\n\n${"00:01.000 --> 00:02.000\nx\n\n".repeat(count)}`;
  test("10,000 cues are the most", () => {
    expect(cleanCaptions(many(10_000)).match(/-->/g)).toHaveLength(10_000);
    expect(refusalOf(many(10_001))).toBe("Use at most 10,000 captions in one file");
  });
  test("what grows beyond 2 MB when it is written anew is refused", () => {
    expect(refusalOf(cue(`${"&".repeat(1_900)}\n\n00:03.000 --> 00:04.000\n`.repeat(800)))).toBe(
      "Use a captions file of at most 2 MB",
    );
  });
  test.each([
    ["one huge line", "x".repeat(500_000)],
    ["a huge line of times", `WEBVTT\n\n${"00:01.000 --> ".repeat(35_000)}`],
    ["digits without end", `WEBVTT\n\n${"1".repeat(499_000)} --> 00:02.000`],
    ["blanks without end", `WEBVTT\n\n00:01.000${" ".repeat(499_000)}--> x`],
    ["tags that never end", cue("<a ".repeat(160_000))],
    ["voices that never end", cue("<v ".repeat(160_000))],
    ["braces that never end", cue("{\\".repeat(240_000))],
    ["empty lines", "\n".repeat(500_000)],
    ["names without times", `WEBVTT\n\n${"x\n".repeat(240_000)}`],
  ])("%s takes little of the processor's time", async (_what, file) => {
    expect(await processorMs(() => refusalOf(file))).toBeLessThan(1_000);
  });
});

test.each([
  ["spaces behind a speaker's mark", `<v${" ".repeat(100_000)}x`],
  ["tabs behind a speaker's mark", `<v.loud${"\t".repeat(100_000)}x`],
  ["marks that never end", "<v a".repeat(25_000)],
  ["braces that never end", "{\\an8".repeat(20_000)],
])("a long line holds nobody else up: %s", async (_what, line) => {
  const file = `WEBVTT\n\n00:01.000 --> 00:02.000\n${line}`;
  expect(refusalOf(file)).toContain("longer than 2,000");
  // Read in two ways, so many would take five seconds.
  expect(await processorMs(() => refusalOf(file))).toBeLessThan(500);
});

test("whatever is sent is refused with a reason, or becomes captions that come out the same again", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "WEBVTT",
      "\n",
      "\n\n",
      "\r\n",
      "-->",
      " --> ",
      "00:01.000",
      "00:00:02,000",
      "<v x>",
      "<b>",
      "</b>",
    ),
    fc.constantFrom("&", "&lt;", "<", ">", "{\\an8}", "1", "NOTE", "<script>", "\uFEFF", "\u202e", "{", "}"),
    fc.string({ unit: "binary", maxLength: 8 }),
  );
  const cues = fc.array(piece, { maxLength: 12 }).map((pieces) => cue(pieces.join("")));
  const files = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
  fc.assert(
    fc.property(fc.oneof(cues, files), (file) => {
      let clean: string;
      try {
        clean = cleanCaptions(file);
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        expect(error.fields?.["captions"]).toBeTruthy();
        return;
      }
      expect(cleanCaptions(clean)).toBe(clean);
      for (const line of clean.split("\n"))
        if (!/^[\d:.]+ --> [\d:.]+$/.test(line)) expect(line).not.toMatch(/[<>\r\0]/);
    }),
    { numRuns: 500 },
  );
});
