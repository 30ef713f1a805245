import { expect, test } from "vitest";
import { RefundPolicy, RefundPolicyInput } from "#contract/accounts/refund-policy.ts";
import { choiceOfPolicy, policyOfChoice, type RefundChoice } from "./refund-policy.ts";

test("every choice is a policy that can be saved, and is chosen again when it is opened", () => {
  const choices: RefundChoice["choice"][] = ["30", "14", "7", "ASK_30", "ASK_14", "ASK_7", "0", "OWN"];
  for (const choice of choices) {
    const value = { choice, terms: choice === "OWN" ? "Ask me" : "" };
    const policy = RefundPolicy.parse(policyOfChoice(value));
    expect({ choice, guaranteed: policy.guaranteed }).toEqual({
      choice,
      guaranteed: ["30", "14", "7"].includes(choice),
    });
    expect(choiceOfPolicy(policy)).toEqual(value);
  }
});

test("a policy from before the choice is opened as one that the creator decides by", () => {
  expect(choiceOfPolicy(RefundPolicyInput.parse({ days: 30, terms: null })).choice).toBe("ASK_30");
});
