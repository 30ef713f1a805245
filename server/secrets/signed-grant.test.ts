import { expect, test } from "vitest";
import { readGrant, signGrant } from "./signed-grant.ts";

const at = (iso: string, secret = "a secret") => ({ secret, clock: { now: () => new Date(iso) } });
const noon = at("2026-05-01T12:00:00.500Z");
const token = signGrant(noon, "lesson-video", ["lesson", "-"]);

test("a token says what it was made of for 12 hours", () => {
  expect(readGrant(noon, "lesson-video", token)).toEqual(["lesson", "-"]);
  expect(readGrant(at("2026-05-01T23:59:59.999Z"), "lesson-video", token)).toEqual(["lesson", "-"]);
  expect(readGrant(at("2026-05-02T00:00:00.000Z"), "lesson-video", token)).toBeUndefined();
});

test("a token of another purpose or installation, a changed one and no token at all say nothing", () => {
  const [lesson, order, expires, signature] = token.split(".");
  expect(readGrant(noon, "lesson-captions", token)).toBeUndefined();
  expect(readGrant(at("2026-05-01T12:00:00Z", "another"), "lesson-video", token)).toBeUndefined();
  for (const changed of [
    `other.${order}.${expires}.${signature}`,
    `${lesson}.${order}.${Number(expires) + 1}.${signature}`,
    `${lesson}.${order}.${expires}`,
    `${lesson}.${expires}.${signature}`,
    `${token}.`,
    `${token}.${signature}`,
    `.${token}`,
    "",
    ".",
    "...",
  ])
    expect(readGrant(noon, "lesson-video", changed), changed).toBeUndefined();
});
