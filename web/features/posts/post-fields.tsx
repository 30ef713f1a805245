import { type ReactNode, Suspense } from "react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { zoneText } from "#contract/dates.ts";
import { postLimits } from "#contract/document/read-document.ts";
import { useZone } from "#web/ui/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { loadable } from "#web/ui/loadable.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { MyPost, PostFormValues } from "./post-form-values.ts";
import type { PostUploads } from "./post-uploads.ts";

const RichTextEditor = loadable(() =>
  import("#web/editor/rich-text-editor.tsx").then(({ RichTextEditor }) => RichTextEditor),
);

export type MembershipChoice = { id: string; title: string };

type PostFieldsProps = {
  post: MyPost | undefined;
  memberships: readonly MembershipChoice[];
  uploads: PostUploads;
  onUploading: (upload: "image" | "file" | "text", busy: boolean) => void;
};

/** All fields of the post form. */
export function PostFields({ post, memberships, uploads, onUploading }: PostFieldsProps) {
  const zone = useZone();
  const { control, register, formState } = useFormContext<PostFormValues>();
  const { errors } = formState;
  const visibility = useWatch({ control, name: "visibility" });
  const { ImageUpload, FileUpload } = uploads;
  return (
    <div className="grid gap-5">
      <Field label="Title" required error={errors.title?.message}>
        <Input maxLength={200} autoComplete="off" {...register("title")} />
      </Field>
      <Field
        label="Text"
        hint="Type / to insert a heading, a list, a table and more; paste or drop pictures. Markdown works, too."
        error={errors.content?.message}
      >
        <Controller
          control={control}
          name="content"
          render={({ field: { value, onChange, onBlur } }) => (
            <Suspense fallback={<Skeleton className="h-43.5 w-full max-[27rem]:h-51.5" />}>
              <RichTextEditor
                label="Text"
                limits={postLimits}
                onUploading={(busy) => onUploading("text", busy)}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
              />
            </Suspense>
          )}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Group label="Image" error={errors.image?.message}>
          <Controller
            control={control}
            name="image"
            render={({ field: { value, onChange } }) => (
              <ImageUpload
                value={value}
                onChange={onChange}
                onBusyChange={(busy) => onUploading("image", busy)}
              />
            )}
          />
        </Group>
        <Group label="Attachment" error={errors.attachment?.message}>
          <Controller
            control={control}
            name="attachment"
            render={({ field: { value, onChange } }) => (
              <>
                <FileUpload
                  value={value}
                  onChange={onChange}
                  onBusyChange={(busy) => onUploading("file", busy)}
                />
                {value && (
                  <Button
                    variant="outline"
                    size="sm"
                    className="mt-1.5 justify-self-start"
                    onClick={() => onChange(null)}
                  >
                    Remove attachment
                  </Button>
                )}
              </>
            )}
          />
        </Group>
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Who can read it" error={errors.productId?.message}>
          <NativeSelect {...register("productId")}>
            {memberships.map(({ id, title }) => (
              <option key={id} value={id}>
                Members of {title}
              </option>
            ))}
            <option value="">Members of every membership of yours</option>
          </NativeSelect>
        </Field>
        <Field label="Visibility" error={errors.visibility?.message}>
          <NativeSelect {...register("visibility")}>
            <option value="DRAFT">Draft: only you see it</option>
            <option value="PUBLISHED">{isOut(post) ? "Published" : "Publish now"}</option>
            <option value="SCHEDULED">Publish at a set time</option>
          </NativeSelect>
        </Field>
        {visibility === "SCHEDULED" && (
          <Field
            label={`Publish at (${zoneText(zone)})`}
            required
            hint="Members see it from then on."
            error={errors.publishAt?.message}
            className="sm:col-start-2"
          >
            <Input type="datetime-local" {...register("publishAt")} />
          </Field>
        )}
      </div>
    </div>
  );
}

const isOut = (post: MyPost | undefined) =>
  post !== undefined && post.publishedAt !== null && new Date(post.publishedAt) <= new Date();

/** A field of another feature, which names itself inside. */
function Group({
  label,
  error,
  children,
}: {
  label: string;
  error: string | undefined;
  children: ReactNode;
}) {
  return (
    <div role="group" aria-label={label} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-sm font-medium" aria-hidden="true">
        {label} <span className="font-normal text-muted-foreground">Optional</span>
      </p>
      <Suspense fallback={<Skeleton className="h-36 w-full" />}>{children}</Suspense>
      {error && (
        <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
          {error}
        </p>
      )}
    </div>
  );
}
