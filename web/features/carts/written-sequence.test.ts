import { expect, test } from "vitest";
import { documentOfText } from "#contract/document/document-of-text.ts";
import { documentText } from "#contract/document/document-text.ts";
import { isSameWords, mergeSequence, type SequenceFields, type WrittenStep } from "./written-sequence.ts";

const step = (key: string, subject: string, text = "Words", delayMinutes = 60): WrittenStep => ({
  key,
  subject,
  content: documentOfText(text),
  delayMinutes,
  couponPercent: null,
});
const fields = (...steps: WrittenStep[]): SequenceFields => ({ steps, dmText: null });
const [one, two] = [step("1", "One"), step("2", "Two", "First.\n\nMiddle.\n\nSecond.", 120)];
const base = fields(one, two);
const subjectsOf = ({ steps }: SequenceFields) => steps.map(({ subject }) => subject);

test("what two tabs did to different fields and paragraphs of one mail is put together", () => {
  const mine = fields(one, {
    ...two,
    subject: "Two of mine",
    content: documentOfText("First, mine.\n\nMiddle.\n\nSecond."),
  });
  const theirs = fields(one, {
    ...two,
    delayMinutes: 180,
    content: documentOfText("First.\n\nMiddle.\n\nSecond, theirs."),
  });
  const { fields: merged, conflicts } = mergeSequence(base, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(merged.steps[1]).toMatchObject({ subject: "Two of mine", delayMinutes: 180, key: "2" });
  expect(documentText(merged.steps[1]?.content ?? documentOfText(""))).toBe(
    "First, mine.\n\nMiddle.\n\nSecond, theirs.",
  );
});

test("a mail that was added here and one that was removed there are both as they were meant", () => {
  const mine = fields(one, two, step("new", "Three", "Words", 240));
  const { fields: merged, conflicts } = mergeSequence(base, mine, fields(two));
  expect([subjectsOf(merged), conflicts]).toEqual([["Two", "Three"], []]);
  expect(new Set(merged.steps.map(({ key }) => key)).size).toBe(2);
});

test("the same words changed in both are a conflict, and stay as they are here", () => {
  const mine = { ...fields({ ...one, subject: "Mine" }, two), dmText: "Mine" };
  const theirs = { ...fields({ ...one, subject: "Theirs" }, two), dmText: "Theirs" };
  const { fields: merged, conflicts } = mergeSequence(base, mine, theirs);
  expect(conflicts).toEqual(["steps", "dmText"]);
  expect([subjectsOf(merged), merged.dmText]).toEqual([["Mine", "Two"], "Mine"]);
});

test("a mail that was changed here and removed there is a conflict, and no sixth one is made", () => {
  expect(mergeSequence(base, fields({ ...one, subject: "Mine" }, two), fields(two)).conflicts).toEqual([
    "steps",
  ]);
  const many = (name: string) => [3, 4].map((n) => step(`${name}${n}`, `${name} ${n}`, name, 60 * n));
  const full = mergeSequence(base, fields(...many("a"), one, two), fields(one, two, ...many("b")));
  expect(full.conflicts).toEqual(["steps"]);
});

test("what is on screen stays the same mail when the server has taken it", () => {
  const mine = fields(one, step("new", "Three"));
  const answered = fields(one, step("1", "Three"));
  expect(mergeSequence(mine, mine, answered).fields.steps.map(({ key }) => key)).toEqual(["1", "new"]);
  expect(isSameWords(mine, answered)).toBe(true);
});

test("a space that is typed before the next word stays, though the server has trimmed it", () => {
  const mine = fields({ ...one, subject: "One more " }, two);
  const answered = fields({ ...one, subject: "One more" }, two);
  expect(isSameWords(mine, answered)).toBe(true);
  expect(subjectsOf(mergeSequence(mine, mine, answered).fields)).toEqual(["One more ", "Two"]);
});
