import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Played, playedOutbox, postLeftOver } from "./played-outbox.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const first = { fromSeconds: 0, toSeconds: 10 };
const second = { fromSeconds: 10, toSeconds: 20 };

const storageOf = (kept: Record<string, string>) => ({
  getItem: (key: string) => kept[key] ?? null,
  setItem: (key: string, value: string) => void (kept[key] = value),
  removeItem: (key: string) => void delete kept[key],
  keys: () => Object.keys(kept),
});

/** An outbox of lesson "1" whose server is told what to answer, and a storage that outlives it. */
function testOutbox(kept: Record<string, string> = {}, knownSeconds = 0) {
  const posted: Played[] = [];
  let answer: () => Promise<void> = () => Promise.resolve();
  const outbox = playedOutbox({
    lessonId: "1",
    knownSeconds,
    storage: storageOf(kept),
    post: (played) => {
      posted.push(played);
      return answer();
    },
  });
  return { ...outbox, posted, kept, answers: (next: typeof answer) => (answer = next) };
}

/** Posts what is left over of lesson "1"; answers what was posted. */
async function sweep(kept: Record<string, string>, answer: () => Promise<void> = () => Promise.resolve()) {
  const posted: Played[] = [];
  await postLeftOver(["1"], storageOf(kept), () => (played) => {
    posted.push(played);
    return answer();
  });
  return posted;
}
const offline = () => Promise.reject(new TypeError("Failed to fetch"));

async function closedOffline(kept: Record<string, string> = {}, positionSeconds = 10) {
  const closed = testOutbox(kept);
  closed.answers(offline);
  closed.add([first], positionSeconds);
  await closed.send();
  return kept;
}

test("what was posted is not posted again", async () => {
  const outbox = testOutbox();
  outbox.add([first], 10);
  await outbox.send();
  await outbox.send();
  expect(outbox.posted).toEqual([{ intervals: [first], positionSeconds: 10, secondsAgo: 0 }]);
  expect(outbox.kept).toEqual({});
});

test("without a connection everything waits, and goes out together", async () => {
  const outbox = testOutbox();
  outbox.answers(offline);
  outbox.add([first], 10);
  await outbox.send();
  outbox.answers(() => Promise.resolve());
  outbox.add([second], 20);
  await outbox.send();
  expect(outbox.posted.at(-1)).toEqual({
    intervals: [{ fromSeconds: 0, toSeconds: 20 }],
    positionSeconds: 20,
    secondsAgo: 0,
  });
});

test("what a page that was closed without a connection has left says how long ago that was", async () => {
  const kept = await closedOffline();
  vi.advanceTimersByTime(90_000);
  expect(await sweep(kept, offline)).toHaveLength(1);
  // Until it is posted, it is the newest that is known.
  expect(testOutbox(kept, 300).startSeconds).toBe(10);
  expect(await sweep(kept)).toEqual([{ intervals: [first], positionSeconds: 10, secondsAgo: 90 }]);
  expect(kept).toEqual({});
  expect(testOutbox(kept, 300).startSeconds).toBe(300);
});

test("a clock that was set back meanwhile makes nothing newer than now", async () => {
  const kept = await closedOffline();
  vi.setSystemTime(Date.now() - 3_600_000);
  expect((await sweep(kept))[0]?.secondsAgo).toBe(0);
});

test("two tabs keep what each has played apart: the one takes nothing of the other's away", async () => {
  const kept = await closedOffline();
  const other = testOutbox(kept);
  other.add([second], 20);
  await other.send();
  expect(await sweep(kept)).toEqual([{ intervals: [first], positionSeconds: 10, secondsAgo: 0 }]);
});

test("a tab that played on while it was being posted loses nothing", async () => {
  const kept: Record<string, string> = {};
  const outbox = testOutbox(kept);
  outbox.add([first], 10);
  await sweep(kept, async () => outbox.add([second], 20));
  expect(Object.values(kept)).toEqual([expect.stringContaining('"toSeconds":20')]);
});

test("what is added while a request is under way is not lost, and leaving does not wait for it", async () => {
  const outbox = testOutbox();
  let arrive = () => {};
  outbox.answers(() => new Promise((done) => (arrive = done)));
  outbox.add([first], 10);
  const sending = outbox.send();
  outbox.add([second], 20);
  await outbox.send();
  expect(outbox.posted).toHaveLength(1);
  outbox.answers(() => Promise.resolve());
  await outbox.send({ leaving: true });
  expect(outbox.posted[1]?.intervals).toEqual([{ fromSeconds: 0, toSeconds: 20 }]);
  arrive();
  await sending;
  expect(outbox.kept).toEqual({});
});

test("a jump while it rests moves where the video stands, and is kept until it is posted", async () => {
  const outbox = testOutbox();
  outbox.add([], 0.4);
  await outbox.send();
  expect(outbox.posted).toEqual([]);
  outbox.answers(offline);
  outbox.add([], 90);
  await outbox.send();
  expect(await sweep(outbox.kept)).toEqual([{ intervals: [], positionSeconds: 90, secondsAgo: 0 }]);
});

test("a place that is not to be noted goes out with nothing", async () => {
  const outbox = testOutbox();
  outbox.add([first], undefined);
  await outbox.send();
  expect(outbox.posted).toEqual([{ intervals: [first], secondsAgo: 0 }]);
});

test("no request carries more than 100 intervals", async () => {
  const many = Array.from({ length: 150 }, (_, at) => ({ fromSeconds: at * 2, toSeconds: at * 2 + 1 }));
  const outbox = testOutbox();
  outbox.add(many, 300);
  await outbox.send();
  await outbox.send();
  expect(outbox.posted.map(({ intervals }) => intervals.length)).toEqual([100, 50]);
  const closed = testOutbox();
  closed.add(many, 300);
  expect((await sweep(closed.kept)).map(({ intervals }) => intervals.length)).toEqual([100, 50]);
});

test("what another hand wrote into the storage is passed over", async () => {
  const kept = { "openstall:played:1:a": "not json", "openstall:played:1": '{"intervals":3}', other: "1" };
  expect(testOutbox(kept).startSeconds).toBe(0);
  expect(await sweep(kept)).toEqual([]);
  expect(kept).toEqual({ other: "1" });
});
