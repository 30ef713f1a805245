import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useWatch } from "react-hook-form";
import type { Platform } from "#contract/social/social-accounts.ts";
import { platformNames } from "#contract/social/platform-names.ts";
import { platformOrder, provider } from "#web/features/social/platform-name.ts";
import { setupQuery } from "#web/features/social/social-queries.ts";
import { DiscardGuard } from "#web/layout/discard-guard.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
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
                {platformNames[value]}
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
      <p className="font-medium">How to get a token for {platformNames[platform]}</p>
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

/** How to get a token that works here, platform by platform. */
const tokenSteps: Readonly<Record<Platform, { steps: readonly string[]; note: string }>> = {
  INSTAGRAM: {
    steps: [
      "In the Instagram app switch to a professional account (business or creator), and under Settings > Messages and story replies > Message controls > Connected tools allow access to messages.",
      "At developers.facebook.com open the app that this site uses. The account needs a role in it (App roles > Roles > Instagram Testers), or the app must have passed Meta's review.",
      "Open Instagram > API setup with Instagram login, and press Generate token beside your account.",
      "Allow messages and comments, and copy the token.",
    ],
    note: "It lasts 60 days and is renewed here before it ends. A token of another app is of no use: messages are delivered to the app that gave it.",
  },
  TWITTER: {
    steps: [
      "At developer.x.com open the app that this site uses, and see that its user authentication (OAuth 2.0) is set up.",
      "Sign in to that app as the account, with the scopes tweet.read, users.read, dm.read and dm.write.",
      "Copy the OAuth 2.0 user access token. The keys named Access Token and Secret are another kind and do not work.",
    ],
    note: "Such a token lasts 2 hours and cannot be renewed from here. The One-Click Real Connection renews itself.",
  },
  FACEBOOK: {
    steps: [
      "At developers.facebook.com open Tools > Graph API Explorer and choose the app that this site uses. You need a role in it, or it must have passed Meta's review.",
      "Add the permissions pages_show_list, pages_messaging, pages_manage_metadata and pages_read_engagement.",
      "Under User or Page choose your Page, press Generate Access Token, and allow it.",
      "Copy the token. One made from a short-lived sign-in ends within hours; extend the user's token in the Access Token Debugger first.",
    ],
    note: "Only Pages can be connected, no personal profiles. A Page's token made from an extended one does not end by itself.",
  },
};
