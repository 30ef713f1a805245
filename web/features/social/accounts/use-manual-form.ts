import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError, errorMessage, isUnauthorized } from "#web/api.ts";
import { reportFailure } from "#web/layout/report-failure.ts";
import { useConnectAccount } from "./use-account-changes.ts";
import { z } from "zod";
import type { Platform } from "#contract/social/social-accounts.ts";

/** The form of an account connected by its token: its values, its way to the server, and where what is wrong is shown. */
export function useManualForm(onConnected: () => void) {
  const connect = useConnectAccount();
  const [leaving, setLeaving] = useState(false);
  const form = useForm<ManualFormValues>({
    defaultValues: { platform: "INSTAGRAM", username: "", accessToken: "" },
    resolver: zodResolver(manualFormSchema),
  });

  async function save(values: ManualFormValues) {
    try {
      await connect.mutateAsync({ body: values });
    } catch (error) {
      refuse(error);
      return;
    }
    onConnected();
  }

  function refuse(error: unknown) {
    if (isUnauthorized(error)) setLeaving(true);
    const named = error instanceof ApiError && error.status !== 401 ? (error.body.fields ?? {}) : {};
    const shown = fields.flatMap((field) => {
      const message = named[field];
      return message ? [{ field, message }] : [];
    });
    if (shown.length === 0) reportFailure(error, errorMessage(error, "Failed to connect social account"));
    for (const [position, { field, message }] of shown.entries())
      form.setError(field, { message }, { shouldFocus: position === 0 });
  }

  return {
    form,
    submit: form.handleSubmit(save),
    isSaving: form.formState.isSubmitting,
    /** Something would be lost by closing; not while the browser is on its way to sign in. */
    isUnsaved: form.formState.isDirty && !leaving,
  };
}

const fields = ["platform", "username", "accessToken"] as const;

type ManualFormValues = { platform: Platform; username: string; accessToken: string };

/** Checks the form as the server will. */
const manualFormSchema: z.ZodType<ManualFormValues, ManualFormValues> = z.object({
  platform: z.enum(["INSTAGRAM", "TWITTER", "FACEBOOK"]),
  username: z
    .string()
    .trim()
    .transform((name) => name.replace(/^@/, ""))
    .pipe(
      z
        .string()
        .min(1, "Username is required")
        .max(100, "Use at most 100 characters")
        .regex(/^[\p{L}\p{N}._-]*$/u, "Use letters, digits, dots, dashes and underscores"),
    ),
  accessToken: z.string().trim().min(1, "Access token is required").max(2_000, "This is no access token"),
});
