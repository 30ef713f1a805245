import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import type { ActionType } from "#contract/social/automation-rules.ts";
import { listMyProducts } from "#contract/catalog/catalog.ts";
import { apiQuery } from "#web/api.ts";
import { EffectFields, TagField } from "#web/features/social/effect-fields.tsx";
import { placeholderHint } from "#web/features/social/placeholder-hint.ts";
import { ReplyLinkFields } from "#web/features/social/reply-link-fields.tsx";
import { PublicRepliesField } from "#web/features/social/public-replies-field.tsx";
import type { Account } from "#web/features/social/social-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { reasonAgainstAction } from "./rule-fit.ts";
import { useRuleFields } from "./rule-form-values.ts";
import { actionName, type Rule, sends } from "./rule-texts.ts";

const actions: readonly ActionType[] = ["SEND_MESSAGE", "SEND_PRODUCT", "ADD_TO_LIST", "NOTIFY_OWNER"];

type RuleActionFieldsProps = { account: Account; current: Rule | undefined };

/** What the rule does, and what it needs for that. */
export function RuleActionFields({ account, current }: RuleActionFieldsProps) {
  const { control, register, formState } = useRuleFields();
  const { errors } = formState;
  const [trigger, action] = useWatch({ control, name: ["triggerType", "actionType"] });
  const reason = reasonAgainstAction(account, trigger, "SEND_MESSAGE");
  return (
    <>
      <Field
        label="Do this"
        hint={
          action === "NOTIFY_OWNER" ? "You get an email; at most one a day for the same person." : undefined
        }
        error={errors.actionType?.message ?? reasonAgainstAction(account, trigger, action)}
      >
        <NativeSelect {...register("actionType")}>
          {actions.map((value) => (
            <option
              key={value}
              value={value}
              disabled={reasonAgainstAction(account, trigger, value) !== undefined}
            >
              {actionName[value]}
            </option>
          ))}
        </NativeSelect>
      </Field>
      {reason && !sends(action) && (
        <p className="-mt-3 text-sm text-muted-foreground">
          Not offered: {actionName.SEND_MESSAGE} and {actionName.SEND_PRODUCT}. {reason}
        </p>
      )}
      {action === "SEND_PRODUCT" && <ProductField current={current?.product ?? null} />}
      {sends(action) && (
        <Field
          label="Message"
          required={action === "SEND_MESSAGE"}
          {...(action === "SEND_PRODUCT" && { aside: "Optional" })}
          hint={placeholderHint}
          error={errors.responseTemplate?.message}
        >
          <Textarea
            maxLength={600}
            placeholder="Thank you for writing! Here is what you asked for."
            {...register("responseTemplate")}
          />
        </Field>
      )}
      {sends(action) && <LinkFields action={action} hasButtons={account.platform !== "TWITTER"} />}
      {sends(action) && trigger === "COMMENT" && <PublicRepliesField />}
      {sends(action) && <EffectFields />}
      {action === "ADD_TO_LIST" && (
        <>
          <Field
            label="List"
            hint="People on it are shown below, and can be exported. You can also add a tag only."
            error={errors.listName?.message}
          >
            <Input maxLength={80} autoComplete="off" placeholder="Launch list" {...register("listName")} />
          </Field>
          <TagField />
        </>
      )}
    </>
  );
}

/** A rule that sends a product leads to it; one that sends a message may lead to the store or the list. */
function LinkFields({ action, hasButtons }: { action: ActionType; hasButtons: boolean }) {
  const { control } = useRuleFields();
  const productId = useWatch({ control, name: "productId" });
  const { data } = useQuery(apiQuery(listMyProducts));
  const sendsProduct = action === "SEND_PRODUCT";
  return (
    <ReplyLinkFields
      product={sendsProduct ? (data?.find(({ id }) => id === productId) ?? { type: "" }) : undefined}
      hasButtons={hasButtons}
      targets={sendsProduct ? ["PAGE", "CHECKOUT"] : ["STORE", "LIST"]}
    />
  );
}

function ProductField({ current }: { current: Rule["product"] }) {
  const { register, formState } = useRuleFields();
  const { data, isError, refetch } = useQuery(apiQuery(listMyProducts));
  if (isError)
    return (
      <p className="flex flex-wrap items-center gap-3 text-sm">
        Your products could not be loaded.
        <Button variant="outline" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  const products = data ?? [];
  const gone = current && products.every(({ id }) => id !== current.id);
  return (
    <Field
      label="Product"
      required
      {...(data?.length === 0 && { hint: "Your store has no product yet." })}
      error={formState.errors.productId?.message}
    >
      <NativeSelect
        // Its value can only be shown once its options are there.
        key={data ? "loaded" : "loading"}
        {...register("productId")}
      >
        <option value="">Choose a product</option>
        {gone && (
          <option dir="auto" value={current.id}>
            {current.title}
          </option>
        )}
        {products.map(({ id, title, active }) => (
          <option dir="auto" key={id} value={id}>
            {title}
            {active ? "" : " (not active)"}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
