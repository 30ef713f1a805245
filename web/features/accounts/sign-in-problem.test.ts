import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SignInProblem } from "./sign-in-problem.tsx";

const shown = (problem: string) => renderToStaticMarkup(createElement(SignInProblem, { problem }));

test("a problem that the server names is explained", () => {
  expect(shown("expired")).toContain("This sign-in took too long");
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "<b>", ""])(
  "the address's own word %j is none of ours",
  (word) => {
    expect(shown(word)).toContain("Signing in did not work. Please try again.");
  },
);
