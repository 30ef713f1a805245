import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { Controller, useForm, useWatch } from "react-hook-form";
import { getCurrentUser, mostBio, updateProfile } from "#contract/accounts/accounts.ts";
import { documentText } from "#contract/document/document-text.ts";
import { inOneForm } from "#contract/document/in-one-form.ts";
import { bioLimits } from "#contract/document/read-document.ts";
import { ApiError, apiMutation, callApi, errorMessage } from "#web/api.ts";
import { RichTextField } from "#web/editor/rich-text-field.tsx";
import { type CurrentUser, currentUserQuery } from "#web/layout/current-user.ts";
import { EditNotes } from "#web/layout/edit-notes.tsx";
import { useEdits } from "#web/layout/use-edits.ts";
import { Button, type ButtonProps } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { AvatarField } from "./avatar-field.tsx";
import { HandleField } from "./handle-field.tsx";

const SenderNameNote = loadable(
  async () => (await import("./sender-name-note.tsx")).SenderNameNote,
  () => null,
);

type ProfileFormProps = {
  user: CurrentUser;
  /** Told what the form says now, whenever that changes. */
  onDraft?: (draft: ProfileDraft) => void;
  submitLabel: string;
  size?: ButtonProps["size"];
  onSaved: (user: CurrentUser) => void | Promise<void>;
  /** What stands under the picture. */
  underPicture?: ReactNode;
  /** Another way on, beside the submit button. */
  secondary?: ReactNode;
};

/** `avatarImageId` undefined leaves the picture as it is; null removes it. */
export type ProfileDraft = ReturnType<typeof draftOf> & { avatarImageId?: string | null | undefined };
type Values = ProfileDraft;

/** What the form begins with. */
export const draftOf = (user: CurrentUser) => ({
  handle: user.handle,
  firstName: user.firstName ?? "",
  lastName: user.lastName ?? "",
  tagline: user.tagline ?? "",
  bio: inOneForm(user.bioDocument, bioLimits),
  avatarUrl: user.profileImageUrl,
});

/** What visitors see of a creator. The server's word on a field stands beside that field. */
export function ProfileForm({
  user,
  onDraft,
  submitLabel,
  size = "lg",
  onSaved,
  underPicture,
  secondary,
}: ProfileFormProps) {
  const queryClient = useQueryClient();
  const save = useMutation(apiMutation(updateProfile));
  const form = useForm<Values>({ defaultValues: draftOf(user) });
  const { register, setError, setValue, control } = form;
  const { edits, item, merge, markSaved } = useEdits({
    form,
    // Another name than while bios were plain: what a tab kept of one is no document.
    kind: "rich profile",
    opened: user,
    valuesOf: (user: CurrentUser): Values => ({ ...draftOf(user), avatarImageId: undefined }),
    load: () => callApi(getCurrentUser),
  });
  const [isUploading, setUploading] = useState(false);
  const { errors } = form.formState;
  const draft = useWatch({ control }) as Values;
  useEffect(() => onDraft?.(draft), [draft, onDraft]);

  const submit = form.handleSubmit(async ({ handle, firstName, lastName, tagline, bio, avatarImageId }) => {
    try {
      const picture = avatarImageId !== undefined && { avatarImageId };
      const revision = item?.revision;
      const body = { handle, firstName, lastName, tagline, bioDocument: bio, ...picture, revision };
      const saved = await save.mutateAsync({ body });
      queryClient.setQueryData(currentUserQuery.queryKey, saved);
      markSaved(saved);
      await onSaved(saved);
    } catch (error) {
      if (await merge(error)) return;
      const fields = error instanceof ApiError ? (error.body.fields ?? {}) : {};
      for (const [name, message] of Object.entries(fields))
        setError((name === "bioDocument" ? "bio" : name) as keyof Values, { message }, { shouldFocus: true });
      if (Object.keys(fields).length === 0)
        setError("root", {
          message: errorMessage(error, "Your profile could not be saved. Please try again."),
        });
    }
  });

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <EditNotes edits={edits} />
      <AvatarField
        onUploading={setUploading}
        user={user}
        error={errors.avatarImageId?.message}
        onChange={(image) => {
          setValue("avatarImageId", image?.id ?? null);
          setValue("avatarUrl", image?.url ?? null);
        }}
      />
      {underPicture}
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="First Name" required error={errors.firstName?.message}>
          <Input
            autoComplete="given-name"
            maxLength={60}
            {...register("firstName", { validate: (name) => name.trim() !== "" || "First name is required" })}
          />
        </Field>
        <Field label="Last Name" error={errors.lastName?.message}>
          <Input autoComplete="family-name" maxLength={60} {...register("lastName")} />
        </Field>
      </div>
      {user.hasStore && (
        <>
          <Suspense>
            <SenderNameNote draft={draft} saved={draftOf(user)} />
          </Suspense>
          <HandleField
            registration={register("handle")}
            value={draft.handle}
            own={user.handle}
            isNew={!user.profileCompleted}
            error={errors.handle?.message}
            onSuggestion={(handle) => setValue("handle", handle)}
          />
          <Field label="Tagline" hint="One line under your name." error={errors.tagline?.message}>
            <Input maxLength={120} placeholder="I teach calm photography" {...register("tagline")} />
          </Field>
          <Field
            label="Bio"
            aside={`${documentText(draft.bio).length.toLocaleString("en-US")} / ${mostBio.toLocaleString("en-US")}`}
            error={errors.bio?.message}
          >
            <Controller
              control={control}
              name="bio"
              render={({ field: { value, onChange, onBlur } }) => (
                <RichTextField
                  label="Bio"
                  limits={bioLimits}
                  placeholder="Who you are, and what you make"
                  value={value}
                  onChange={onChange}
                  onBlur={onBlur}
                />
              )}
            />
          </Field>
        </>
      )}
      {errors.root && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {errors.root.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size={size} loading={form.formState.isSubmitting} disabled={isUploading}>
          {isUploading ? "Uploading…" : submitLabel}
        </Button>
        {secondary}
      </div>
    </form>
  );
}
