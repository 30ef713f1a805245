import { Invalid } from "#server/errors.ts";
import { captionText } from "./caption-text.ts";

const maxLength = 2_000_000;
const maxCues = 10_000;
const maxCueLength = 2_000;

/** Milliseconds. */
type Cue = { start: number; end: number; text: string };
type Line = { number: number; text: string };

const refusal = (reason: string) => Invalid({ captions: reason });
const refusalAt = (line: Line, reason: string) => refusal(`Line ${line.number}: ${reason}`);

/**
 * A WebVTT or SubRip file written anew as WebVTT: cues in the order of their times, plain text, no markup, styles,
 * places, comments or names. Throws 422 for `captions`, naming the line, where it cannot be read as either.
 */
export function cleanCaptions(file: string): string {
  const cues: Cue[] = [];
  for (const block of blocksOf(file)) {
    const cue = readCue(block);
    if (cue) cues.push(cue);
    if (cues.length > maxCues) throw refusal("Use at most 10,000 captions in one file");
  }
  if (cues.length === 0) throw refusal("No captions were found in this file");
  cues.sort((one, other) => one.start - other.start || one.end - other.end);
  const clean = `WEBVTT\n\n${cues
    .map(({ start, end, text }) => `${clock(start)} --> ${clock(end)}\n${escaped(text)}\n`)
    .join("\n")}`;
  if (clean.length > maxLength) throw refusal("Use a captions file of at most 2 MB");
  return clean;
}

/** What stands between blank lines, without WebVTT's header. */
function blocksOf(file: string): Line[][] {
  const lines = file.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const unreadable = lines.findIndex((text) => text.includes("\uFFFD"));
  if (unreadable >= 0) {
    const line = { number: unreadable + 1, text: "" };
    throw refusalAt(line, "there are letters that cannot be read. Save the file as UTF-8 and try again");
  }
  const blocks: Line[][] = [];
  let block: Line[] = [];
  for (const [index, text] of lines.entries()) {
    if (text.trim() !== "") block.push({ number: index + 1, text });
    else if (block.length > 0) {
      blocks.push(block);
      block = [];
    }
  }
  if (block.length > 0) blocks.push(block);
  const first = blocks[0]?.[0];
  if (!first) return [];
  if (/^WEBVTT($|[ \t])/.test(first.text)) return [withoutHeader(blocks[0] ?? []), ...blocks.slice(1)];
  if (/^\s*\d+\s*$/.test(first.text) || first.text.includes("-->")) return blocks;
  throw refusalAt(first, "this is neither a WebVTT (.vtt) nor a SubRip (.srt) file");
}

/** The cue that follows a header or a comment without an empty line; nothing of a block that has none. */
function withoutHeader(block: Line[]): Line[] {
  const timing = block.findIndex(({ text }, index) => index > 0 && times.test(text));
  return timing < 0 ? [] : block.slice(timing);
}

/** Undefined for a block that shows nothing: comments, styles, regions, and cues without text. */
function readCue(given: Line[]): Cue | undefined {
  const block = /^(NOTE|STYLE|REGION)($|[ \t])/.test(given[0]?.text ?? "") ? withoutHeader(given) : given;
  const [first, second] = block;
  if (!first) return undefined;
  // A cue may have a number or a name above its times.
  const isTimed = (line: Line | undefined) => line?.text.includes("-->") ?? false;
  const named = !isTimed(first) && isTimed(second);
  const timing = named && second ? second : first;
  const [start, end] = readTimes(timing);
  const lines = block.slice(named ? 2 : 1);
  const inside = lines.find(isTimed);
  if (inside) throw refusalAt(inside, "leave a line empty before the next caption");
  const text = captionText(lines.map(({ text }) => text));
  if (text.length > maxCueLength) throw refusalAt(timing, "this caption is longer than 2,000 characters");
  return text === "" ? undefined : { start, end, text };
}

const time = String.raw`(?:(\d{1,3}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const times = new RegExp(String.raw`^\s*${time}[ \t]*-->[ \t]*${time}(?:\s|$)`);

function readTimes(line: Line): [start: number, end: number] {
  const found = times.exec(line.text);
  if (!found) throw refusalAt(line, "expected times such as 00:00:01.000 --> 00:00:04.000");
  const parts = found.slice(1);
  const start = millisecondsOf(parts.slice(0, 4));
  const end = millisecondsOf(parts.slice(4, 8));
  if (start === undefined || end === undefined) throw refusalAt(line, "there is no such time");
  if (end <= start) throw refusalAt(line, "the caption ends before it begins");
  return [start, end];
}

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Undefined past 59 minutes or seconds, or a day. */
function millisecondsOf(parts: (string | undefined)[]): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(0, 3).map((part) => Number(part ?? 0));
  if (minutes > 59 || seconds > 59 || hours > 23) return undefined;
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + Number((parts[3] ?? "").padEnd(3, "0"));
}

function clock(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const seconds = milliseconds / 1_000;
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${String(milliseconds % 1_000).padStart(3, "0")}`;
}
