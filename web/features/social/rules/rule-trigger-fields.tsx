import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import type { TriggerType } from "#contract/social/automation-rules.ts";
import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { apiQuery } from "#web/api.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
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
  FIRST_MESSAGE: "The first time a person writes to this account.",
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
          hint="Divide several by commas. Whole words, in any case."
          error={errors.keywords?.message}
        >
          <Input autoComplete="off" placeholder="guide, price" {...register("keywords")} />
        </Field>
      )}
    </>
  );
}

const reasonFor = (refused: readonly { trigger: TriggerType; reason: string }[], trigger: TriggerType) =>
  refused.find((other) => other.trigger === trigger)?.reason;

/** Under which posts; those that have been commented on are suggested. */
function PostFields() {
  const { control, register, setValue, formState } = useRuleFields();
  const listId = useId();
  const anyPost = useWatch({ control, name: "anyPost" });
  const { data } = useQuery({
    ...apiQuery(getSocialAnalytics, { querystring: { days: 90 } }),
    enabled: !anyPost,
  });
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
      <Field label="Posts">
        <NativeSelect
          value={anyPost ? "any" : "one"}
          onChange={(event) =>
            setValue("anyPost", event.currentTarget.value === "any", { shouldDirty: true })
          }
        >
          <option value="any">Any post</option>
          <option value="one">One post</option>
        </NativeSelect>
      </Field>
      {!anyPost && (
        <Field
          label="Post"
          required
          hint="Its id; posts that were commented on lately are suggested."
          error={formState.errors.postId?.message}
        >
          <Input list={listId} maxLength={100} autoComplete="off" {...register("postId")} />
        </Field>
      )}
      <datalist id={listId}>
        {data?.posts.map(({ postId }) => (
          <option key={postId} value={postId}>
            {postId}
          </option>
        ))}
      </datalist>
    </div>
  );
}
