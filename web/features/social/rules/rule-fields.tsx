import { useId } from "react";
import { Controller, useWatch } from "react-hook-form";
import { platformName } from "#web/features/social/platform-name.ts";
import type { Account } from "#web/features/social/social-queries.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { RuleActionFields } from "./rule-action-fields.tsx";
import { useRuleFields } from "./rule-form-context.ts";
import type { Rule } from "./rule-texts.ts";
import { RuleTriggerFields } from "./rule-trigger-fields.tsx";

/** All fields of the rule form. */
export function RuleFields({ rule, accounts }: { rule: Rule | undefined; accounts: readonly Account[] }) {
  const { control, register, formState } = useRuleFields();
  const { errors } = formState;
  const accountId = useWatch({ control, name: "socialAccountId" });
  const account = accounts.find(({ id }) => id === accountId);
  return (
    <div className="grid gap-5">
      <Field label="Name" required hint="Only you see it." error={errors.ruleName?.message}>
        <Input maxLength={120} autoComplete="off" placeholder="Welcome" {...register("ruleName")} />
      </Field>
      <Field label="Social Account" required error={errors.socialAccountId?.message}>
        <NativeSelect {...register("socialAccountId")}>
          {accounts.map(({ id, platform, username }) => (
            <option key={id} value={id}>
              @{username} ({platformName[platform]})
            </option>
          ))}
        </NativeSelect>
      </Field>
      {account && (
        <>
          <RuleTriggerFields account={account} current={rule?.triggerType} />
          <RuleActionFields account={account} current={rule} />
        </>
      )}
      <ActiveSwitch />
    </div>
  );
}

function ActiveSwitch() {
  const { control } = useRuleFields();
  const id = useId();
  return (
    <div className="flex items-center gap-3">
      <Controller
        control={control}
        name="isActive"
        render={({ field: { value, onChange, ...field } }) => (
          <Switch id={id} checked={value} onCheckedChange={onChange} {...field} />
        )}
      />
      <label htmlFor={id} className="text-sm font-medium">
        Active
      </label>
    </div>
  );
}
