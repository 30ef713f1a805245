import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Each takes minutes: begun last, one of them would run on alone while the other core rests. */
const slow = ["tests/money/random-schedules.test.ts", "tests/money/planted-bugs.test.ts"];

/** Vitest's order, by size, but the slowest files first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => slow.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
