import { useWatch } from "react-hook-form";
import type { TriggerType } from "#contract/social/automation-rules.ts";
import { PostFields } from "#web/features/social/post-fields.tsx";
import type { Account } from "#web/features/social/social-queries.ts";
import { Field } from "#web/ui/field.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { reasonAgainstTrigger } from "./rule-fit.ts";
import { useRuleFields } from "./rule-form-values.ts";
import { triggerName } from "./rule-texts.ts";

const triggers: readonly TriggerType[] = [
  "FIRST_MESSAGE",
  "COMMENT",
  "STORY_REPLY",
  "MENTION",
  "FOLLOW",
  "KEYWORD",
];

const hints: Readonly<Record<TriggerType, string>> = {
  FIRST_MESSAGE: "A person writes who has had no reply from you yet.",
  COMMENT: "A platform allows one private answer to a comment, within 7 days.",
  STORY_REPLY: "Somebody answers one of your stories.",
  MENTION: "Somebody mentions this account in a story or a post.",
  FOLLOW: "Somebody begins to follow this account.",
  KEYWORD: "For lists and notices; to answer a keyword, a keyword response does more.",
};

type RuleTriggerFieldsProps = {
  account: Account;
  /** The trigger that the rule has; it stays on offer. */
  current: TriggerType | undefined;
};

/** What sets the rule off, and what narrows it. */
export function RuleTriggerFields({ account, current }: RuleTriggerFieldsProps) {
  const { control, register, formState } = useRuleFields();
  const { errors } = formState;
  const trigger = useWatch({ control, name: "triggerType" });
  const refused = triggers.flatMap((trigger) => {
    const reason = trigger === current ? undefined : reasonAgainstTrigger(account, trigger);
    return reason ? [{ trigger, reason }] : [];
  });
  const takesWords = trigger === "KEYWORD" || trigger === "COMMENT" || trigger === "STORY_REPLY";
  return (
    <>
      <Field
        label="When"
        hint={
          <>
            {hints[trigger]}
            {refused.map(({ trigger, reason }) => (
              <span key={trigger} className="block">
                Not offered: {triggerName[trigger]}. {reason}
              </span>
            ))}
          </>
        }
        error={errors.triggerType?.message ?? reasonFor(refused, trigger)}
      >
        <NativeSelect {...register("triggerType")}>
          {triggers.map((value) => (
            <option key={value} value={value} disabled={refused.some(({ trigger }) => trigger === value)}>
              {triggerName[value]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {trigger === "COMMENT" && <PostFields />}
      {takesWords && (
        <Field
          label={trigger === "KEYWORD" ? "Keywords" : "Only with one of these words"}
          required={trigger === "KEYWORD"}
          {...(trigger !== "KEYWORD" && { aside: "Optional" })}
          hint="Separate with commas or new lines. Whole words, in any case."
          error={errors.keywords?.message}
        >
          <Textarea rows={2} className="min-h-16" placeholder="guide, price" {...register("keywords")} />
        </Field>
      )}
    </>
  );
}

const reasonFor = (refused: readonly { trigger: TriggerType; reason: string }[], trigger: TriggerType) =>
  refused.find((other) => other.trigger === trigger)?.reason;
