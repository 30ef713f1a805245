import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "#tests/screens/accessible.ts";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { EmailTypo } from "./email-typo.tsx";

/** A field of an address as the checkout has it: what is left is looked at. */
function EmailField() {
  const [email, setEmail] = useState("");
  const [left, setLeft] = useState("");
  const change = (next: string) => {
    setLeft("");
    setEmail(next);
  };
  return (
    <>
      <label>
        Email Address
        <input value={email} onChange={({ target }) => change(target.value)} onBlur={() => setLeft(email)} />
      </label>
      <EmailTypo email={left} onTake={change} />
    </>
  );
}

const field = page.getByLabelText("Email Address");
const question = page.getByText(/^Did you mean/);

async function leave(address: string) {
  await field.fill(address);
  (field.element() as HTMLElement).focus();
  (field.element() as HTMLElement).blur();
}

/** As long as it takes to ask, and a little longer. */
const asked = () => new Promise((resolve) => setTimeout(resolve, 700));

test("a mistyped domain is asked about, and taken with one press", async () => {
  await renderScreen(<EmailField />);
  await leave("Ada.Typo@gmial.com");
  await expect.element(question).toMatchTextContent("Did you mean gmail.com?");
  await expectAccessible();
  await page.getByRole("button", { name: "Use gmail.com" }).click();
  await expect.element(field).toHaveValue("Ada.Typo@gmail.com");
  await expect.element(question).not.toBeInTheDocument();
});

test("whoever keeps a domain is not asked about it again, in this browser", async () => {
  await renderScreen(<EmailField />);
  await leave("ada@outlok.com");
  await page.getByRole("button", { name: "Keep outlok.com" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await renderScreen(<EmailField />);
  await leave("grace@outlok.com");
  await asked();
  await expect.element(question).not.toBeInTheDocument();
});

test("a right domain is never doubted, nor one that is still being typed", async () => {
  await renderScreen(<EmailField />);
  await leave("grace@hey.com");
  await asked();
  await expect.element(question).not.toBeInTheDocument();
  await field.fill("ada@gmial.com");
  (field.element() as HTMLElement).focus();
  await asked();
  await expect.element(question).not.toBeInTheDocument();
});
