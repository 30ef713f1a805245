import fc from "fast-check";
import { expect, test } from "vitest";
import { eventKinds } from "#server/database/schema/social-messages.ts";
import {
  actionTypes,
  keywordPlaces,
  linkTargets,
  matchModes,
  triggerTypes,
} from "#server/database/schema/social.ts";
import { compileRules } from "./compile-rules.ts";
import { decide } from "./decide.ts";
import { idOf } from "./effects.ts";
import { cooldownKey } from "./limits.ts";
import type {
  AccountState,
  ActiveResponse,
  ActiveRule,
  ConversationState,
  DecidedEvent,
} from "./decision.ts";

const now = new Date("2026-11-21T12:00:00Z");
const past = fc
  .integer({ min: 0, max: 240 * 3_600 })
  .map((seconds) => new Date(now.getTime() - seconds * 1_000));
const text = fc.oneof(
  fc
    .array(
      fc.constantFrom(
        "guide",
        "GUİDE",
        "price",
        "指南",
        "straße",
        "STRASSE",
        "🙏",
        "🔥",
        "guía",
        "don't",
        "dont",
        "stop",
        "start",
        "!",
      ),
    )
    .map((words) => words.join(" ")),
  fc.string({ unit: "binary", maxLength: 30 }),
);
const words = fc.array(text, { maxLength: 3 });
const id = fc.uuid();
const when = fc.constantFrom(1, 2, 3).map((days) => new Date(now.getTime() - days * 86_400_000));

const link = {
  productId: fc.option(id),
  linkTarget: fc.constantFrom(null, ...linkTargets),
  buttonTitle: fc.constantFrom("", "Tap me"),
  couponCode: fc.constantFrom("", "FANS20"),
};

const response: fc.Arbitrary<ActiveResponse> = fc.record({
  id,
  keywords: words,
  matchMode: fc.constantFrom(...matchModes),
  excludedWords: fc.oneof(fc.constant<string[]>([]), words),
  places: fc.subarray([...keywordPlaces]),
  postId: fc.constantFrom("", "", "p1", "p2"),
  publicReplies: words,
  listName: fc.constantFrom("", "Fans"),
  notifiesOwner: fc.boolean(),
  tagId: fc.constantFrom(null, "tag"),
  text: fc.string(),
  ...link,
  createdAt: when,
});
const rule: fc.Arbitrary<ActiveRule> = fc.record({
  id,
  triggerType: fc.constantFrom(...triggerTypes),
  actionType: fc.constantFrom(...actionTypes),
  conditions: fc.record(
    {
      keywords: words,
      postId: fc.constantFrom("", "p1", "p2"),
      publicReplies: words,
      listName: text,
      notifiesOwner: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  text: fc.string(),
  ...link,
  createdAt: when,
});
const event: fc.Arbitrary<DecidedEvent> = fc.record({
  id: fc.nat(),
  kind: fc.constantFrom(...eventKinds),
  personId: fc.constantFrom("fan", "fan", "fan", "me"),
  text,
  postId: fc.constantFrom(null, "p1"),
  isLive: fc.constantFrom(false, false, true),
  isFromAd: fc.constantFrom(false, false, true),
  occurredAt: past,
  note: fc.constantFrom(null, "encrypted"),
  isStandby: fc.constantFrom(false, false, true),
});
const account: fc.Arbitrary<AccountState> = fc.record({
  platformUserId: fc.constant("me"),
  isActive: fc.constantFrom(true, true, false),
  answersComments: fc.boolean(),
  repliesLeft: fc.constantFrom(null, null, 0, 5),
});
const conversationFor = (ids: string[]): fc.Arbitrary<ConversationState | undefined> =>
  fc.option(
    fc.record({
      isActive: fc.constantFrom(true, true, true, false),
      adOpenUntil: fc.constantFrom(null, null, now, new Date(now.getTime() + 1)),
      pausedUntil: fc.constantFrom(null, null, now, new Date(now.getTime() + 1)),
      optedOutAt: fc.constantFrom(null, null, now),
      recentReplies: fc.array(past, { maxLength: 12 }),
      lastAnswered: fc
        .array(
          fc.tuple(
            fc.constantFrom("none", ...ids.flatMap((id) => [id, `${id} under `, `${id} under p1`])),
            past,
          ),
        )
        .map((entries) => new Map(entries)),
      lastNotices: fc
        .array(fc.tuple(fc.constantFrom("none", ...ids), past))
        .map((entries) => new Map(entries)),
      hasWritten: fc.boolean(),
      wasAnswered: fc.boolean(),
    }),
    { nil: undefined },
  );

const situation = fc
  .record({
    event,
    responses: fc.array(response, { maxLength: 8 }),
    rules: fc.array(rule, { maxLength: 8 }),
    account,
  })
  .chain((given) =>
    fc.record({
      given: fc.constant(given),
      conversation: conversationFor([...given.responses, ...given.rules].map(({ id }) => id)),
      responses: fc.shuffledSubarray(given.responses, { minLength: given.responses.length }),
      rules: fc.shuffledSubarray(given.rules, { minLength: given.rules.length }),
    }),
  );

test("whatever happens, there is one decision, the same again and in whatever order the rules are given", () => {
  fc.assert(
    fc.property(situation, ({ given: { event, responses, rules, account }, conversation, ...shuffled }) => {
      const compiled = compileRules({ responses, rules });
      const decision = decide(event, compiled, conversation, account, now);
      // Whatever keeps a reply back keeps no list and no notice back.
      if ("effects" in decision) expect(decision.effects).toEqual(effectsWithoutLimits());
      function effectsWithoutLimits() {
        const free = { ...account, repliesLeft: null, answersComments: true };
        const talk = conversation && {
          ...conversation,
          isActive: true,
          pausedUntil: null,
          recentReplies: [],
        };
        const open = decide(event, compiled, talk && { ...talk, optedOutAt: null }, free, now);
        return "effects" in open ? open.effects : undefined;
      }
      expect(decide(event, compiled, conversation, account, now)).toEqual(decision);
      expect(decide(event, compileRules(shuffled), conversation, account, now)).toEqual(decision);
      if (decision.do !== "REPLY") return;

      // Nothing that must hold for every reply depends on which one it is.
      expect(event.kind).not.toBe("FOLLOW");
      expect(event.personId).not.toBe("me");
      expect(account.isActive && account.repliesLeft !== 0).toBe(true);
      expect(conversation?.isActive ?? true).toBe(true);
      expect(conversation?.optedOutAt ?? null).toBeNull();
      const ageHours = (now.getTime() - event.occurredAt.getTime()) / 3_600_000;
      const isOpenByAd = event.isFromAd || (conversation?.adOpenUntil ?? now) > now;
      if (event.kind === "COMMENT") expect(ageHours).toBeLessThan(event.isLive ? 1 / 6 : 156);
      else if (!isOpenByAd) expect(ageHours).toBeLessThan(24);
      const last = conversation?.lastAnswered.get(cooldownKey(idOf(decision.by), event));
      const restHours = last ? (now.getTime() - last.getTime()) / 3_600_000 : Infinity;
      expect(restHours).toBeGreaterThanOrEqual(event.kind === "COMMENT" ? 168 : 1 / 60);
      if (decision.publicReply !== null) expect(event.kind).toBe("COMMENT");
    }),
    { numRuns: 2_000 },
  );
});
