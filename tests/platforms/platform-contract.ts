import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type {
  ConnectedAccount,
  OutgoingMessage,
  Refusal,
  SocialPlatform,
} from "#server/platforms/social-platform.ts";

/** A message that the platform really delivered, as its own books have it. */
export type DeliveredMessage = {
  messageId: string;
  personId: string;
  text: string;
  button: { title: string; url: string } | null;
  /** Stands in public under a comment. */
  isPublic: boolean;
};

/**
 * What can go wrong with one send:
 * - `ANSWER_LOST` delivered, but the connection breaks before the answer
 * - `NOT_JSON` delivered, but the answer cannot be read
 * - `SERVER_ERROR` a 5xx, nothing delivered
 * - `RATE_LIMITED`, `TOKEN_INVALID` refused for that reason, nothing delivered
 */
export type SendFault = "ANSWER_LOST" | "NOT_JSON" | "SERVER_ERROR" | "RATE_LIMITED" | "TOKEN_INVALID";

/** A platform under test, and what only the people on it and its own books can do. */
export type PlatformUnderTest = {
  platform: SocialPlatform;
  account: ConnectedAccount;
  /** Somebody writes to the account in private. Answers with their id. */
  personWrites(username: string, text: string): Promise<string>;
  /** Somebody comments under a post of the account. Asked for only where `platform.answersComments`. */
  personComments?(username: string, text: string): Promise<{ personId: string; commentId: string }>;
  /** Everything delivered for the account so far, oldest first. */
  delivered(): Promise<DeliveredMessage[]>;
  /** Hours pass, for the platform and for the adapter. */
  advanceHours(hours: number): void;
  now(): Date;
  /** How long after their last message a person may be written to; null: once they wrote, for ever. */
  windowHours: number | null;
  /** Makes the next send go wrong, that one alone. Left out by the demo platform, which has no wire between. */
  failNext?(fault: SendFault): void;
  /** The same adapter with nobody listening at the other end. */
  unreachable?: SocialPlatform;
};

/** What every platform must do, whoever runs it. Run it against the demo platform and against each real adapter. */
export function describePlatform(name: string, makePlatform: () => Promise<PlatformUnderTest>): void {
  describe(`${name} as a platform`, () => {
    let harness: PlatformUnderTest;
    beforeAll(async () => {
      harness = await makePlatform();
    });

    const send = (message: Pick<OutgoingMessage, "to"> & Partial<OutgoingMessage>) =>
      harness.platform.send(harness.account, {
        sendId: randomUUID(),
        text: "Here you go",
        button: null,
        byHand: false,
        ...message,
      });
    const toPerson = (personId: string) => ({ to: { kind: "PERSON" as const, personId } });
    const someone = () => harness.personWrites(`fan_${randomUUID().slice(0, 8)}`, "guide please");
    const deliveredTo = async (personId: string) =>
      (await harness.delivered()).filter((message) => message.personId === personId);
    const refusal = (refusal: Refusal) => ({ status: "refused", refusal, message: expect.any(String) });

    describe("sending", () => {
      test("a text reaches the person who wrote, as written", async () => {
        const personId = await someone();
        const text = "Voilà: café 🚀 مرحبا\nsecond line & <b>";
        const result = await send({ ...toPerson(personId), text });
        expect(result).toEqual({ status: "sent", messageId: expect.any(String) });
        expect(await deliveredTo(personId)).toEqual([
          {
            messageId: result.status === "sent" ? result.messageId : "",
            personId,
            text,
            button: null,
            isPublic: false,
          },
        ]);
      });

      test("a link comes along: as a button where there are buttons, else in the text", async () => {
        const personId = await someone();
        const button = { title: "Get it", url: "https://shop.example/l/abc123" };
        expect(await send({ ...toPerson(personId), button })).toMatchObject({ status: "sent" });
        const [message] = await deliveredTo(personId);
        if (harness.platform.hasButtons) expect(message).toMatchObject({ text: "Here you go", button });
        else expect(message?.text).toMatch(/^Here you go\s+https:\/\/shop\.example\/l\/abc123$/);
      });

      test("the longest text is delivered, and one longer is refused without a trace", async () => {
        const personId = await someone();
        const { length, unit } = harness.platform.maxText;
        const longest = "é".repeat(unit === "BYTES" ? length / 2 : length);
        expect(await send({ ...toPerson(personId), text: longest })).toMatchObject({ status: "sent" });
        expect(await send({ ...toPerson(personId), text: `${longest}a` })).toMatchObject(
          refusal("NOT_ACCEPTED"),
        );
        expect(await deliveredTo(personId)).toHaveLength(1);
      });

      test("nobody who has not written is written to", async () => {
        const result = await send(toPerson("7000000000000000001"));
        expect(result.status).toBe("refused");
        expect(await deliveredTo("7000000000000000001")).toEqual([]);
      });

      test("the window closes after the person's last message, and opens with their next", async () => {
        if (harness.windowHours === null) return;
        const username = `fan_${randomUUID().slice(0, 8)}`;
        const personId = await harness.personWrites(username, "hello");
        harness.advanceHours(harness.windowHours - 0.5);
        expect(await send(toPerson(personId))).toMatchObject({ status: "sent" });
        harness.advanceHours(1);
        expect(await send(toPerson(personId))).toMatchObject(refusal("WINDOW_CLOSED"));
        expect(await harness.personWrites(username, "hello again")).toBe(personId);
        expect(await send(toPerson(personId))).toMatchObject({ status: "sent" });
        expect(await deliveredTo(personId)).toHaveLength(2);
      });
    });

    describe("answering comments", () => {
      const comment = async () => {
        if (!harness.personComments) throw new Error(`${name} answers comments, but nobody can write one`);
        return harness.personComments(`fan_${randomUUID().slice(0, 8)}`, "GUIDE");
      };
      const privately = (comment: { commentId: string; personId: string }) => ({
        to: { kind: "COMMENT_PRIVATELY" as const, ...comment },
      });

      test("a comment has one private answer, without the person having written", async () => {
        if (!harness.platform.answersComments) return;
        const made = await comment();
        const button = { title: "Get it", url: "https://shop.example/l/c1" };
        expect(await send({ ...privately(made), button })).toMatchObject({ status: "sent" });
        expect(await deliveredTo(made.personId)).toMatchObject([
          { text: "Here you go", button, isPublic: false },
        ]);
        expect(await send(privately(made))).toMatchObject(refusal("ALREADY_ANSWERED"));
        expect(await deliveredTo(made.personId)).toHaveLength(1);
      });

      test("the private answer opens no window for another message", async () => {
        if (!harness.platform.answersComments) return;
        const made = await comment();
        expect(await send(privately(made))).toMatchObject({ status: "sent" });
        expect(await send(toPerson(made.personId))).toMatchObject({ status: "refused" });
      });

      test("after seven days it is too late", async () => {
        if (!harness.platform.answersComments) return;
        const made = await comment();
        harness.advanceHours(7 * 24 + 1);
        expect(await send(privately(made))).toMatchObject(refusal("WINDOW_CLOSED"));
        expect(await deliveredTo(made.personId)).toEqual([]);
      });

      test("in public it stands under the comment", async () => {
        if (!harness.platform.answersComments) return;
        const made = await comment();
        const to = { kind: "COMMENT_PUBLICLY" as const, commentId: made.commentId };
        expect(await send({ to, text: "Check your DMs 🎉" })).toMatchObject({ status: "sent" });
        expect(await deliveredTo(made.personId)).toMatchObject([
          { text: "Check your DMs 🎉", isPublic: true },
        ]);
      });
    });

    describe("finding out afterwards", () => {
      const since = () => new Date(harness.now().getTime() - 60_000);

      test("a message that was delivered is found, with its id", async () => {
        const personId = await someone();
        const text = `Here you go ${randomUUID()}`;
        const result = await send({ ...toPerson(personId), text });
        if (result.status !== "sent") throw new Error(`not sent: ${result.message}`);
        expect(await harness.platform.findSent(harness.account, { personId, text, since: since() })).toEqual({
          found: "yes",
          messageId: result.messageId,
        });
      });

      test("one that was not is not, nor the same words of an earlier time or to somebody else", async () => {
        const [personId, other] = [await someone(), await someone()];
        const text = `Here you go ${randomUUID()}`;
        await send({ ...toPerson(other), text });
        expect(await harness.platform.findSent(harness.account, { personId, text, since: since() })).toEqual({
          found: "no",
        });
        const later = new Date(harness.now().getTime() + 3_600_000);
        expect(
          await harness.platform.findSent(harness.account, { personId: other, text, since: later }),
        ).toEqual({ found: "no" });
      });

      test("somebody who wrote has a profile, and a stranger none", async () => {
        const personId = await harness.personWrites("named_fan", "hi");
        expect(await harness.platform.findProfile(harness.account, personId)).toBeDefined();
        expect(await harness.platform.findProfile(harness.account, "7000000000000000002")).toBeUndefined();
      });
    });

    describe("when something goes wrong", () => {
      const unknownFaults = [
        ["ANSWER_LOST", 1],
        ["NOT_JSON", 1],
        ["SERVER_ERROR", 0],
      ] as const;
      test.for(unknownFaults)(
        "%s: what became of the message is unknown, and can be found out",
        async ([fault, times]) => {
          if (!harness.failNext) return;
          const personId = await someone();
          const text = `Here you go ${randomUUID()}`;
          const from = since();
          harness.failNext(fault);
          expect(await send({ ...toPerson(personId), text })).toMatchObject({
            status: "unknown",
            message: expect.any(String),
          });
          const delivered = await deliveredTo(personId);
          expect(delivered).toHaveLength(times);
          expect(await harness.platform.findSent(harness.account, { personId, text, since: from })).toEqual(
            times === 1 ? { found: "yes", messageId: delivered[0]?.messageId } : { found: "no" },
          );
        },
      );
      const since = () => new Date(harness.now().getTime() - 60_000);

      test.for(["RATE_LIMITED", "TOKEN_INVALID"] as const)(
        "%s: a definite no, and the next send goes out again",
        async (fault) => {
          if (!harness.failNext) return;
          const personId = await someone();
          harness.failNext(fault);
          expect(await send(toPerson(personId))).toMatchObject(refusal(fault));
          expect(await deliveredTo(personId)).toEqual([]);
          expect(await send(toPerson(personId))).toMatchObject({ status: "sent" });
        },
      );

      test("nobody there: not reached, so that it may be tried again; and nothing is thrown", async () => {
        const { unreachable, account } = harness;
        if (!unreachable) return;
        const message = { sendId: randomUUID(), text: "hi", button: null, byHand: false };
        expect(await unreachable.send(account, { ...toPerson("7"), ...message })).toMatchObject(
          refusal("NOT_REACHED"),
        );
        const sent = { personId: "7", text: "hi", since: since() };
        expect(await unreachable.findSent(account, sent)).toEqual({ found: "cannot-tell" });
        expect(await unreachable.findProfile(account, "7")).toBeUndefined();
      });

      test("no message about a failure holds the token", async () => {
        const wrong = { ...harness.account, accessToken: "WRONG-TOKEN-canary" };
        const result = await harness.platform.send(wrong, {
          ...toPerson(await someone()),
          sendId: randomUUID(),
          text: "hi",
          button: null,
          byHand: false,
        });
        if (harness.failNext) expect(result).toMatchObject(refusal("TOKEN_INVALID"));
        expect(JSON.stringify(result)).not.toContain("canary");
      });
    });
  });
}
