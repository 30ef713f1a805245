import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { getSocialAnalytics } from "#contract/social/social-analytics.ts";
import { apiQuery } from "#web/api.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";

/** The part of a form that says under which posts comments are answered. */
export type PostValues = { anyPost: boolean; postId: string };

/** Under which posts; those that have been commented on are suggested. */
export function PostFields({ hint }: { hint?: string }) {
  const { control, register, setValue, formState } = useFormContext<PostValues>();
  const listId = useId();
  const anyPost = useWatch({ control, name: "anyPost" });
  const { data } = useQuery({
    ...apiQuery(getSocialAnalytics, { querystring: { days: 90 } }),
    enabled: !anyPost,
  });
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2 sm:gap-4">
      <Field label="Posts" {...(hint !== undefined && !anyPost && { hint })}>
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
