import { expect, test } from "vitest";
import { z } from "zod";
import { declaredEndpoints } from "./declared-endpoints.ts";
import { type Check, type Text, textsOf } from "./schema-texts.ts";

/** Formats whose patterns leave no room, or only for further digits of a second. */
const shortFormats = new Set(["uuid", "date", "datetime"]);

/** A pattern of the whole text in which nothing may repeat without end. */
const isBounded = ({ source }: RegExp): boolean => {
  const bare = source.replaceAll(/\\.|\[(?:[^\]\\]|\\.)*\]/g, "x");
  return bare.startsWith("^") && bare.endsWith("$") && !/[*+]|\{\d+,\}/.test(bare);
};

const isBound = ({ kind, maximum, pattern }: Check): boolean =>
  maximum !== undefined || shortFormats.has(kind) || (pattern !== undefined && isBounded(pattern));

/** Code of ours that reads the text, or a pattern in which something repeats. */
const reads = ({ kind, pattern }: Check): boolean =>
  kind === "custom" || kind === "transform" || (kind === "regex" && !(pattern && isBounded(pattern)));

const isUnbounded = ({ checks }: Text): boolean => !checks.some(isBound);

/** Further checks follow the bound, which has to end the reading of a text past it: zod goes on without `abort`. */
function isReadInVain({ checks }: Text): boolean {
  const bound = checks.findIndex((check) => isBound(check) && check.aborts);
  const firstReading = checks.findIndex((check) => check.kind !== "transform" && reads(check));
  return firstReading !== -1 && (bound === -1 || bound > firstReading);
}

const pathsOf = (texts: Text[]) => texts.map(({ path }) => path);
const texts = (await declaredEndpoints()).flatMap(textsOf);

test("every text that the API takes has a longest length", () => {
  expect(texts.length).toBeGreaterThan(700);
  expect(pathsOf(texts.filter(isUnbounded))).toEqual([]);
});

test("a text that is too long, or of another form, is read no further", () => {
  expect(pathsOf(texts.filter(isReadInVain))).toEqual([]);
});

test("both find what they are to find", () => {
  const found = (field: z.ZodType) => {
    const [text] = textsOf({
      method: "POST",
      url: "/api/x",
      config: { access: "public" },
      schema: { summary: "", body: z.object({ field }) },
    });
    if (!text) throw new Error("no text was found");
    return [isUnbounded(text), isReadInVain(text)];
  };
  const isFine = () => true;
  expect(found(z.string())).toEqual([true, false]);
  expect(found(z.string().regex(/^[a-z]+$/))).toEqual([true, true]);
  expect(found(z.string().trim().refine(isFine).nullable().default(null))).toEqual([true, true]);
  expect(found(z.string().max(5).refine(isFine))).toEqual([false, true]);
  expect(found(z.string().refine(isFine).max(5, { abort: true }))).toEqual([false, true]);
  expect(found(z.string().max(5, { abort: true }).regex(/^a+$/).refine(isFine))).toEqual([false, false]);
  expect(
    found(
      z
        .string()
        .trim()
        .pipe(z.string().max(5, { abort: true }).refine(isFine)),
    ),
  ).toEqual([false, false]);
  expect(found(z.array(z.string().regex(/^[a-z]{1,5}$/)))).toEqual([false, false]);
});
