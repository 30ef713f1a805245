import { expect, test } from "vitest";
import { generateCode } from "./generate-code.ts";

test("a generated code has 8 capital letters and digits, and is a new one every time", () => {
  const codes = Array.from({ length: 1_000 }, generateCode);
  for (const code of codes) expect(code).toMatch(/^[A-Z0-9]{8}$/);
  expect(new Set(codes).size).toBe(1_000);
  expect(new Set(codes.join("")).size).toBe(36);
});
