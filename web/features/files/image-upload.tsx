import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { maxImageBytes, uploadImage } from "#contract/files/files.ts";
import type { Picture } from "#contract/values.ts";
import { uploadFile } from "#web/api.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { FileDrop } from "#web/ui/file-drop.tsx";
import { Spinner } from "#web/ui/spinner.tsx";
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

const accepted = "image/png,image/jpeg,image/webp,image/gif,image/avif";

export const CoverUpload = (props: Omit<ImageUploadProps, "kind">) => <ImageUpload kind="cover" {...props} />;
export const PostImageUpload = (props: Omit<ImageUploadProps, "kind">) => (
  <ImageUpload kind="post" {...props} />
);

/** Takes a picture and shows it as it will be seen, at once and before it is sent. */
function ImageUpload({ value, onChange, onBusyChange, kind }: ImageUploadProps) {
  const { style, alt, removal } = kinds[kind];
  const [preview, setPreview] = useState<string>();
  useEffect(() => () => (preview ? URL.revokeObjectURL(preview) : undefined), [preview]);
  const upload = useMutation({
    mutationFn: (file: File) => uploadFile(uploadImage, { querystring: { kind }, file }),
    onMutate: (file) => {
      setPreview(URL.createObjectURL(file));
      onBusyChange?.(true);
    },
    onSuccess: onChange,
    onError: toastUploadError,
    onSettled: () => {
      setPreview(undefined);
      onBusyChange?.(false);
    },
  });
  const choose = (file: File) => {
    if (file.size <= maxImageBytes) return upload.mutate(file);
    toast({ title: "Image too large", description: "Use one of at most 10 MB.", variant: "destructive" });
  };

  if (!value && !preview) {
    return <FileDrop onFile={choose} accept={accepted} hint="PNG, JPEG, WebP, GIF or AVIF, up to 10 MB" />;
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
          <span className="absolute inset-0 grid place-items-center bg-overlay text-2xl text-white">
            <Spinner label="Uploading" />
          </span>
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
