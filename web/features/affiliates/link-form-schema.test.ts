import { expect, test } from "vitest";
import { linkFormSchema, rateOf } from "./link-form-schema.ts";

const values = { code: "JUNE", productId: "", affiliateId: "", name: "June", email: "", percent: "20" };
const problemsOf = (change: Partial<typeof values>) =>
  linkFormSchema.safeParse({ ...values, ...change }).error?.issues.map(({ message }) => message) ?? [];

test("a code and a new affiliate's name are enough", () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ code: "", name: "" })).toEqual(
    expect.arrayContaining(["Code is required", "Name is required"]),
  );
});

test("a known affiliate's name, address and rate are not asked for", () => {
  expect(problemsOf({ affiliateId: "a", name: "", percent: "" })).toEqual([]);
});

test("a rate is a percentage with at most two decimals", () => {
  for (const percent of ["0", "12.5", "12,5", "33.33 %", "100"]) expect(problemsOf({ percent })).toEqual([]);
  for (const percent of ["", "-1", "101", "1.234", "ten", "1e1"])
    expect(problemsOf({ percent })).toHaveLength(1);
  expect(["33.33 %", "0", "12.5", "12,5", "100"].map(rateOf)).toEqual([0.3333, 0, 0.125, 0.125, 1]);
});
