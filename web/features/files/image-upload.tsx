import { useEffect, useState } from "react";
import { acceptedImages, imageHint } from "#contract/files/accepted-images.ts";
import { maxImageBytes } from "#contract/files/files.ts";
import type { Picture } from "#contract/values.ts";
import { uploadText, useImageUpload } from "#web/layout/use-image-upload.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { toast } from "#web/ui/toast.ts";
import { toastUploadError } from "./toast-upload-error.ts";

/** An uploaded picture: its id is what the server is told. */
export type UploadedImage = { id: string; picture: Picture };

type ImageUploadProps = {
  value: UploadedImage | null;
  onChange: (value: UploadedImage | null) => void;
  onBusyChange?: (busy: boolean) => void;
  kind: keyof typeof kinds;
};

/** A cover is shown in the proportions of the store, the picture of a post whole. */
const kinds = {
  cover: { style: "aspect-[16/10]", alt: "The cover as the store shows it", removal: "Remove cover" },
  post: { style: "max-h-80", alt: "The image of the post", removal: "Remove image" },
};

export const CoverUpload = (props: Omit<ImageUploadProps, "kind">) => <ImageUpload kind="cover" {...props} />;
export const PostImageUpload = (props: Omit<ImageUploadProps, "kind">) => (
  <ImageUpload kind="post" {...props} />
);

/** Takes a picture and shows it as it will be seen, at once and before it is sent. */
function ImageUpload({ value, onChange, onBusyChange, kind }: ImageUploadProps) {
  const { style, alt, removal } = kinds[kind];
  const [preview, setPreview] = useState<string>();
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  const { mutate, percent } = useImageUpload(kind);
  const send = (file: File) => {
    setPreview(URL.createObjectURL(file));
    onBusyChange?.(true);
    mutate(file, {
      onSuccess: onChange,
      onError: (error) => toastUploadError(error, "file"),
      onSettled: () => {
        setPreview(undefined);
        onBusyChange?.(false);
      },
    });
  };
  const choose = (file: File) => {
    if (file.size <= maxImageBytes) return send(file);
    toast({ title: "Image too large", description: "Use one of at most 10 MB.", variant: "destructive" });
  };

  if (!value && !preview) {
    return <FileDrop onFile={choose} accept={acceptedImages} hint={imageHint} />;
  }
  return (
    <div className="grid max-w-sm gap-3">
      <div className={classNames("relative overflow-hidden rounded-xl border border-border bg-muted", style)}>
        {preview ? (
          <img src={preview} alt="" className="size-full object-cover" />
        ) : (
          value && (
            <picture>
              <source type="image/avif" srcSet={value.picture.avif} sizes="24rem" />
              <source type="image/webp" srcSet={value.picture.webp} sizes="24rem" />
              <img
                src={value.picture.src}
                alt={alt}
                width={value.picture.width}
                height={value.picture.height}
                className="size-full object-cover"
              />
            </picture>
          )
        )}
        {preview && (
          <div className="absolute inset-x-0 bottom-0 grid gap-2 bg-card p-3 text-sm text-foreground tabular-nums">
            <p aria-hidden="true">{uploadText(percent)}</p>
            <Progress value={percent} label="Uploading" />
          </div>
        )}
      </div>
      {value && !preview && (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={() => onChange(null)}>
          {removal}
        </Button>
      )}
    </div>
  );
}
