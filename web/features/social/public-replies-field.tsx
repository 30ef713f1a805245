import { useFormContext } from "react-hook-form";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

/** What is also written under a comment for everybody. */
export function PublicRepliesField() {
  const { register, formState } = useFormContext<{ publicReplies: string }>();
  return (
    <Field
      label="Public replies"
      aside="Optional"
      hint="Also written under the comment. One a line; they take turns."
      error={formState.errors.publicReplies?.message}
    >
      <Textarea
        rows={3}
        placeholder={"Sent, look in your messages!\nIt is in your DMs 💌"}
        {...register("publicReplies")}
      />
    </Field>
  );
}
