import { describe, expect, it } from "vitest";
import { growthOf } from "./growth.ts";

describe("growth against the same days last month", () => {
  it("is a signed whole percentage", () => {
    expect(growthOf(112, 100)).toEqual({ text: "+12%", direction: "up" });
    expect(growthOf(50, 200)).toEqual({ text: "−75%", direction: "down" });
    expect(growthOf(1_004, 1_000)).toEqual({ text: "0%", direction: "flat" });
    expect(growthOf(30_000, 100)).toEqual({ text: "+29,900%", direction: "up" });
  });

  it("is nothing where those days had nothing, whatever this month has", () => {
    expect(growthOf(0, 0)).toBeUndefined();
    expect(growthOf(5_000, 0)).toBeUndefined();
    expect(growthOf(5_000, -200)).toBeUndefined();
  });
});
