import { expect, test } from "vitest";
import { EventOutcome } from "#contract/social/social-accounts.ts";
import { outcomeReason, outcomeTexts } from "./outcome-texts.ts";

test("every outcome that there is has its words, without a full stop", () => {
  expect(Object.keys(outcomeTexts).toSorted()).toEqual(EventOutcome.options.toSorted());
  for (const outcome of EventOutcome.options)
    expect(outcomeReason({ outcome }, "UTC"), outcome).toMatch(/^\w.*[^.]$/);
});

test("a detail follows the sentence, once, with moments of the creator's zone", () => {
  expect(outcomeReason({ outcome: "SEND_FAILED", outcomeDetail: "they cannot be reached." }, "UTC")).toBe(
    "The reply could not be sent: they cannot be reached",
  );
  expect(
    outcomeReason({ outcome: "PLAN_LIMIT", outcomeDetail: "50 automatic replies this month" }, "UTC"),
  ).toBe("Plan limit reached: 50 automatic replies this month");
  const until = new Date(Date.UTC(2026, 10, 22, 16, 30));
  expect(
    outcomeReason({ outcome: "CREATOR_ANSWERS", outcomeDetail: `until ${until.toISOString()}` }, "UTC"),
  ).toBe("You answered by hand: automation rests until Nov 22, 2026, 4:30 PM UTC");
  expect(outcomeReason({ outcome: null, outcomeDetail: null }, "UTC")).toBe("Being looked at");
});

test("what was done beside a reply follows it", () => {
  expect(outcomeReason({ outcome: "SENT", listedIn: ["Fans", "VIP"], ownerNotified: true }, "UTC")).toBe(
    "Answered automatically. Added to Fans, VIP. You were notified",
  );
  expect(outcomeReason({ outcome: "LISTED", outcomeDetail: "Fans", listedIn: ["Fans"] }, "UTC")).toBe(
    "Added to a list: Fans",
  );
  expect(outcomeReason({ outcome: "SENT", taggedWith: ["VIP"] }, "UTC")).toBe(
    "Answered automatically. Tagged VIP",
  );
  expect(
    outcomeReason(
      { outcome: "LISTED", outcomeDetail: "Fans", listedIn: ["Fans"], taggedWith: ["VIP"] },
      "UTC",
    ),
  ).toBe("Added to a list: Fans. Tagged VIP");
  expect(outcomeReason({ outcome: "LISTED", outcomeDetail: null, taggedWith: ["VIP"] }, "UTC")).toBe(
    "Tagged VIP",
  );
});
