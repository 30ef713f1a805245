import { type ReactNode, Suspense } from "react";
import { isolated } from "#contract/isolated.ts";
import { zoneText } from "#contract/dates.ts";
import { postLimits } from "#contract/document/read-document.ts";
import { RichTextField } from "#web/editor/rich-text-field.tsx";
import { useZone } from "#web/ui/dates.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { NativeSelect } from "#web/ui/native-select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { shopNow } from "#web/shop-now.ts";
import { isDraft, type MyPost, type PostField, type PostValues, visibilityOf } from "./post-values.ts";
import type { PostUploads } from "./post-uploads.ts";

export type MembershipChoice = { id: string; title: string };

type PostFieldsProps = {
  post: MyPost;
  values: PostValues;
  errors: Partial<Record<PostField, string>>;
  memberships: readonly MembershipChoice[];
  uploads: PostUploads;
  onChange: (changed: Partial<PostValues>) => void;
  onUploading: (upload: "image" | "file" | "text", busy: boolean) => void;
};

/** All that is written of a post. */
export function PostFields({
  post,
  values,
  errors,
  memberships,
  uploads,
  onChange,
  onUploading,
}: PostFieldsProps) {
  const zone = useZone();
  const { ImageUpload, FileUpload } = uploads;
  return (
    <div className="grid gap-5">
      <Field label="Title" required error={errors.title}>
        <Input
          maxLength={200}
          autoComplete="off"
          value={values.title}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
      </Field>
      <Field
        label="Text"
        hint="Type / to insert a heading, a list, a table and more; paste or drop pictures. Markdown works, too."
        error={errors.content}
      >
        <RichTextField
          label="Text"
          limits={postLimits}
          onUploading={(busy) => onUploading("text", busy)}
          value={values.content}
          onChange={(content) => onChange({ content })}
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Group label="Image" error={errors.image}>
          <ImageUpload
            value={values.image}
            onChange={(image) => onChange({ image })}
            onBusyChange={(busy) => onUploading("image", busy)}
          />
        </Group>
        <Group label="Attachment" error={errors.attachment}>
          <FileUpload
            value={values.attachment}
            onChange={(attachment) => onChange({ attachment })}
            onBusyChange={(busy) => onUploading("file", busy)}
          />
          {values.attachment && (
            <Button
              variant="outline"
              size="sm"
              className="mt-1.5 justify-self-start"
              onClick={() => onChange({ attachment: null })}
            >
              Remove attachment
            </Button>
          )}
        </Group>
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Who can read it" error={errors.productId}>
          <NativeSelect
            value={values.productId}
            onChange={({ currentTarget }) => onChange({ productId: currentTarget.value })}
          >
            {memberships.map(({ id, title }) => (
              <option key={id} value={id}>
                Members of {isolated(title)}
              </option>
            ))}
            <option value="">Members of every membership of yours</option>
          </NativeSelect>
        </Field>
        <Field label={isDraft(post) ? "When to publish" : "Visibility"} error={errors.visibility}>
          <NativeSelect
            value={values.visibility}
            onChange={({ currentTarget }) =>
              onChange({ visibility: currentTarget.value as PostValues["visibility"] })
            }
          >
            {!isDraft(post) && <option value="DRAFT">Draft: only you see it</option>}
            <option value="PUBLISHED">{isOut(post) ? "Published" : "At once"}</option>
            <option value="SCHEDULED">At a set time</option>
          </NativeSelect>
        </Field>
        {values.visibility === "SCHEDULED" && (
          <Field
            label={`Publish at (${zoneText(zone)})`}
            required
            hint="Members see it from then on."
            error={errors.publishAt}
            className="sm:col-start-2"
          >
            <Input
              type="datetime-local"
              value={values.publishAt}
              onChange={({ currentTarget }) => onChange({ publishAt: currentTarget.value })}
            />
          </Field>
        )}
      </div>
    </div>
  );
}

const isOut = (post: MyPost) => visibilityOf(post, shopNow()) === "PUBLISHED";

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
