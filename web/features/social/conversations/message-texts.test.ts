import { expect, test } from "vitest";
import { dayName, deliveryText, messageText } from "./message-texts.ts";

const said = { text: "", messageType: "TEXT", kind: "MESSAGE", outcome: "NO_MATCH" } as const;

test("a message says its text, or what it is where it has none", () => {
  expect(messageText({ ...said, text: "Hi" })).toBe("Hi");
  expect(messageText({ ...said, messageType: "IMAGE" })).toBe("Picture");
  expect(messageText({ ...said, kind: "OTHER", outcome: "ENCRYPTED" })).toBe("Encrypted message");
  expect(messageText({ ...said, kind: "MENTION" })).toBe("Mention");
  for (const taken of [
    said,
    { ...said, kind: null },
    { ...said, kind: "MENTION", outcome: "DELETED" },
  ] as const)
    expect(messageText(taken)).toBe("This message was deleted");
});

test("a delivery is told with its reason, and what is not known is not called sent", () => {
  const texts = (["QUEUED", "SENDING", "SENT", "FAILED", "UNKNOWN"] as const).map(
    (delivery) => deliveryText({ delivery, failure: "the account was switched off" }).text,
  );
  expect(texts[1]).toBe("Waiting: the account was switched off");
  expect(texts.slice(2, 4)).toEqual(["Sent", "Not sent: the account was switched off"]);
  expect(texts[4]).toMatch(/^May not have arrived/);
  expect(deliveryText({ delivery: "QUEUED", failure: null }).text).toBe("Sending…");
});

test("days are named", () => {
  const now = new Date(Date.UTC(2026, 10, 21, 0, 5));
  expect(dayName(new Date(Date.UTC(2026, 10, 21)).toISOString(), "UTC", now)).toBe("Today");
  expect(dayName(new Date(Date.UTC(2026, 10, 20, 23)).toISOString(), "UTC", now)).toBe("Yesterday");
  expect(dayName(new Date(Date.UTC(2026, 10, 1)).toISOString(), "UTC", now)).toBe("Nov 1, 2026");
});
