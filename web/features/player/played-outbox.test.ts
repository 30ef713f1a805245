import { expect, test } from "vitest";
import { outboxKey, type Played, playedOutbox } from "./played-outbox.ts";

const first = { fromSeconds: 0, toSeconds: 10 };
const second = { fromSeconds: 10, toSeconds: 20 };

/** An outbox of lesson "1" whose server is told what to answer, and a storage that outlives it. */
function testOutbox(kept: Record<string, string> = {}, knownSeconds = 0) {
  const posted: Played[] = [];
  let answer: () => Promise<void> = () => Promise.resolve();
  const outbox = playedOutbox({
    lessonId: "1",
    knownSeconds,
    storage: {
      getItem: (key) => kept[key] ?? null,
      setItem: (key, value) => void (kept[key] = value),
      removeItem: (key) => void delete kept[key],
    },
    post: (played) => {
      posted.push(played);
      return answer();
    },
  });
  return { ...outbox, posted, kept, answers: (next: typeof answer) => (answer = next) };
}
const offline = () => Promise.reject(new TypeError("Failed to fetch"));

test("what was posted is not posted again", async () => {
  const outbox = testOutbox();
  outbox.add([first], 10);
  await outbox.send();
  await outbox.send();
  expect(outbox.posted).toEqual([{ intervals: [first], positionSeconds: 10 }]);
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
  });
});

test("a page that was closed without a connection goes on with what it had", async () => {
  const closed = testOutbox();
  closed.answers(offline);
  closed.add([first], 10);
  await closed.send();
  const opened = testOutbox(closed.kept);
  expect(opened.startSeconds).toBe(10);
  await opened.send();
  expect(opened.posted).toEqual([{ intervals: [first], positionSeconds: 10 }]);
  expect(opened.kept).toEqual({});
});

test("what is left over does not take a video back that was watched further elsewhere", async () => {
  const kept = { [outboxKey("1")]: JSON.stringify({ intervals: [first], positionSeconds: 10 }) };
  const outbox = testOutbox(kept, 300);
  await outbox.send();
  expect(outbox.posted).toEqual([{ intervals: [first], positionSeconds: 300 }]);
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

test("a jump while it rests moves where the video stands, and nothing else", async () => {
  const outbox = testOutbox();
  outbox.add([], 0.4);
  await outbox.send();
  expect(outbox.posted).toEqual([]);
  outbox.add([], 90);
  await outbox.send();
  expect(outbox.posted).toEqual([{ intervals: [], positionSeconds: 90 }]);
});

test("no request carries more than 100 intervals", async () => {
  const outbox = testOutbox();
  outbox.add(
    Array.from({ length: 150 }, (_, at) => ({ fromSeconds: at * 2, toSeconds: at * 2 + 1 })),
    300,
  );
  await outbox.send();
  await outbox.send();
  expect(outbox.posted.map(({ intervals }) => intervals.length)).toEqual([100, 50]);
});

test("what another hand wrote into the storage is passed over", () => {
  expect(testOutbox({ [outboxKey("1")]: "not json" }).startSeconds).toBe(0);
  expect(testOutbox({ [outboxKey("1")]: '{"intervals":3}' }).startSeconds).toBe(0);
});
