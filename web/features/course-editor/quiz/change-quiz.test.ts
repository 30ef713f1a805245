import { expect, test } from "vitest";
import { inOrderOf, newQuestion, ofKind, withChoice, withRight } from "./change-quiz.ts";

const rights = ({ choices }: ReturnType<typeof newQuestion>) => choices.map(({ correct }) => correct);

test("of a single choice one is right at a time, of several any number", () => {
  let question = withChoice(newQuestion());
  const [first, second, third] = question.choices.map(({ id }) => id) as [string, string, string];
  question = withRight(withRight(question, first, true), second, true);
  expect(rights(question)).toEqual([false, true, false]);
  question = withRight(ofKind(question, "MULTIPLE"), third, true);
  expect(rights(question)).toEqual([false, true, true]);
  expect(rights(ofKind(question, "SINGLE"))).toEqual([false, true, false]);
});

test("an order of ids that were there a moment ago loses nothing that is left", () => {
  expect(inOrderOf([{ id: "a" }, { id: "b" }], ["b", "gone", "a"])).toEqual([{ id: "b" }, { id: "a" }]);
});
