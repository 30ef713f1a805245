import { compileRules } from "#server/features/social/engine/decide/compile-rules.ts";
import { decide } from "#server/features/social/engine/decide/decide.ts";
import type { ActiveResponse } from "#server/features/social/engine/decide/decision.ts";
import { type Figures, median } from "./rotate.ts";

const now = new Date();
const texts = [
  "guide please 🙏",
  "Hello! Could you send me the price of topic 7 lesson? Thanks a lot",
  "love this ❤️❤️❤️",
  "TOPIC 3 LESSON",
  "wo finde ich die Straße, bitte?",
  "hi, I saw your story about the workshop and would like to know when the next one is, and what it costs",
];

/**
 * What deciding on a message costs with 10,000 keywords on the account beside 10: half of them whole words, half of them
 * searched inside of words. Rounds of both take turns, so that noise of the machine meets both.
 */
export function keywordMatching(rounds: number): Figures[] {
  const contenders = [10, 10_000].map((keywords) => ({
    name: `Openstall decides, ${keywords.toLocaleString("en-US")} keywords`,
    compiled: compileRules({ responses: responsesWith(keywords), rules: [] }),
    perSecond: [] as number[],
  }));
  for (let round = -1; round < rounds; round++) {
    for (const { compiled, perSecond } of contenders) {
      const start = performance.now();
      const messages = 20_000;
      for (let id = 0; id < messages; id++)
        decide({ ...message, id, text: texts[id % texts.length] ?? "" }, compiled, undefined, account, now);
      // The first round is for the compiler.
      if (round >= 0) perSecond.push((messages * 1_000) / (performance.now() - start));
    }
  }
  const [few] = contenders;
  return contenders.map(({ name, perSecond }) => ({
    name,
    perSecond: median(perSecond),
    p99: 0,
    nodeMicroseconds: 1_000_000 / median(perSecond),
    postgresMicroseconds: 0,
    failures: 0,
    ratio: median(perSecond.map((speed, round) => speed / (few?.perSecond[round] ?? Number.NaN))),
  }));
}

const message = {
  kind: "MESSAGE",
  personId: "fan",
  postId: null,
  isLive: false,
  isFromAd: false,
  occurredAt: now,
  note: null,
  isStandby: false,
} as const;
const account = { platformUserId: "me", isActive: true, answersComments: true, repliesLeft: null };

const responsesWith = (keywords: number): ActiveResponse[] =>
  Array.from({ length: keywords }, (_, index) => ({
    id: String(index),
    keywords: [`topic ${index.toString(36)} lesson`],
    matchMode: index % 2 ? "WHOLE_WORD" : "CONTAINS",
    excludedWords: [],
    places: ["DM"],
    postId: "",
    text: "Here you go",
    productId: null,
    linkTarget: null,
    buttonTitle: "",
    couponCode: "",
    publicReplies: [],
    listName: "",
    notifiesOwner: false,
    tagId: null,
    createdAt: now,
  }));
