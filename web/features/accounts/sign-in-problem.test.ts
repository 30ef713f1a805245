import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ConfirmedPage } from "./confirmed-page.tsx";
import { SignInProblem } from "./sign-in-problem.tsx";

const shown = (problem: string) => renderToStaticMarkup(createElement(SignInProblem, { problem }));

test("a problem that the server names is explained", () => {
  expect(shown("expired")).toContain("This sign-in took too long");
});

test("who was to prove once more who they are is told why it did not work, and how to try again", () => {
  const page = renderToStaticMarkup(createElement(ConfirmedPage, { problem: "denied" }));
  expect(page).toContain("You left the sign-in service without signing in.");
  expect(page).toContain("/api/login?again=true&amp;returnTo=%2Fconfirmed");
  expect(page).not.toContain("You are confirmed");
});

test.each(["__proto__", "constructor", "toString", "hasOwnProperty", "<b>", ""])(
  "the address's own word %j is none of ours",
  (word) => {
    expect(shown(word)).toContain("Signing in did not work. Please try again.");
  },
);
