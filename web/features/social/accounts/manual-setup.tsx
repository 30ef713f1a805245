import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { Platform } from "#contract/social-accounts.ts";
import { platformName, platformOrder } from "#web/features/social/platform-name.ts";
import { setupQuery } from "#web/features/social/social-queries.ts";
import { DiscardGuard } from "#web/layout/discard-guard.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { provider } from "./provider-name.ts";
import { tokenSteps } from "./token-steps.ts";
import { useManualForm } from "./use-manual-form.ts";

type ManualSetupProps = { open: boolean; unfolded: boolean; onConnected: () => void };

/** Connects an account by a token that the creator brings. */
export function ManualSetup({ open, unfolded, onConnected }: ManualSetupProps) {
  const { form, submit, isSaving, isUnsaved } = useManualForm(onConnected);
  const { errors } = form.formState;
  const platform = useWatch({ control: form.control, name: "platform" });
  return (
    <details open={unfolded} className="group rounded-xl border border-border">
      <summary className="flex cursor-pointer list-none items-center justify-between gap-3 rounded-xl p-4 [&::-webkit-details-marker]:hidden">
        <h3 className="font-semibold">Manual Setup (Advanced Users Only)</h3>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
        />
      </summary>
      <form onSubmit={submit} noValidate className="grid gap-4 px-4 pb-4">
        <Field label="Platform" error={errors.platform?.message}>
          <NativeSelect {...form.register("platform")}>
            {platformOrder.map((value) => (
              <option key={value} value={value}>
                {platformName[value]}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <TokenSteps platform={platform} />
        <Field label="Username" required error={errors.username?.message}>
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="yourname"
            prefix="@"
            {...form.register("username")}
          />
        </Field>
        <Field
          label="Access token"
          required
          hint="Kept encrypted, shown to nobody. The platform is asked whose it is."
          error={errors.accessToken?.message}
        >
          <Input type="password" autoComplete="off" spellCheck={false} {...form.register("accessToken")} />
        </Field>
        <Button type="submit" loading={isSaving} className="justify-self-end max-sm:w-full">
          Connect Account
        </Button>
      </form>
      <DiscardGuard active={open && isUnsaved} />
    </details>
  );
}

function TokenSteps({ platform }: { platform: Platform }) {
  const { data: setup } = useQuery(setupQuery);
  const isMissing = setup?.platforms.some((known) => known.platform === platform && !known.available);
  const { steps, note } = tokenSteps[platform];
  return (
    <div className="grid gap-2 rounded-xl bg-muted p-4 text-sm">
      <p className="font-medium">How to get a token for {platformName[platform]}</p>
      <ol className="grid list-decimal gap-1.5 pl-5 text-muted-foreground marker:text-muted-foreground">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="text-muted-foreground">{note}</p>
      {isMissing && (
        <p className="font-medium">
          This site has no app at {provider[platform]} yet. The account waits, unconfirmed, until whoever runs
          the site has added one.
        </p>
      )}
    </div>
  );
}
