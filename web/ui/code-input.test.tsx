import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderScreen } from "#tests/screens/render-screen.tsx";
import { CodeInput } from "./code-input.tsx";
import { Field } from "./field.tsx";

function Code() {
  const [code, setCode] = useState("");
  return (
    <Field label="Code">
      <CodeInput value={code} onChange={setCode} />
    </Field>
  );
}

test("takes the digits of any script as the code", async () => {
  await renderScreen(<Code />);
  const field = page.getByLabelText("Code");
  await field.fill("１２３ ４５６");
  await expect.element(field).toHaveValue("123456");
  await field.fill("٦٥٤٣٢١");
  await expect.element(field).toHaveValue("654321");
});
