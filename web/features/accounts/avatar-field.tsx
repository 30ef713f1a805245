import { ImageUp } from "lucide-react";
import { useId, useState } from "react";
import type { CurrentUser } from "#web/layout/current-user.ts";
import { acceptedImages, imageHint } from "#contract/files/accepted-images.ts";
import { maxImageBytes } from "#contract/files/files.ts";
import { errorMessage } from "#web/api.ts";
import { useImageUpload } from "#web/layout/use-image-upload.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Progress } from "#web/ui/progress.tsx";

type AvatarFieldProps = {
  user: Pick<CurrentUser, "firstName" | "email" | "profileImageUrl">;
  error: string | undefined;
  /** The uploaded picture's id and address, or null for none; kept once the form is saved. */
  onChange: (image: { id: string; url: string } | null) => void;
  /** A form that is saved meanwhile would be saved without the picture. */
  onUploading: (busy: boolean) => void;
};

/** The round picture beside a creator's name. It is uploaded when chosen. */
export function AvatarField({ user, error, onChange, onUploading }: AvatarFieldProps) {
  const [shown, setShown] = useState(user.profileImageUrl);
  const [tooLarge, setTooLarge] = useState(false);
  const id = useId();
  const upload = useImageUpload("avatar");
  const send = (file: File) => {
    onUploading(true);
    upload.mutate(file, {
      onSuccess: ({ id, picture: { src } }) => {
        setShown(src);
        onChange({ id, url: src });
      },
      onSettled: () => onUploading(false),
    });
  };
  const problem =
    error ??
    (tooLarge
      ? "Choose a picture of at most 10 MB."
      : upload.error &&
        errorMessage(upload.error, "The picture could not be uploaded. Please try another one."));

  const take = (file: File | undefined) => {
    if (!file) return;
    const fits = file.size <= maxImageBytes;
    setTooLarge(!fits);
    if (fits) send(file);
  };

  return (
    <div role="group" aria-labelledby={`${id}-label`} className="flex items-center gap-5">
      <span className="relative grid size-20 shrink-0 place-items-center overflow-hidden rounded-full border border-border bg-secondary text-2xl font-semibold">
        {shown ? (
          <img src={shown} alt="" width={80} height={80} className="size-full object-cover" />
        ) : (
          <span aria-hidden="true">{(user.firstName || user.email).slice(0, 1).toUpperCase()}</span>
        )}
        {upload.isPending && (
          <span className="absolute inset-0 grid place-items-center bg-overlay text-base text-white tabular-nums">
            <span aria-hidden="true">{upload.percent} %</span>
            <Progress value={upload.percent} label="Uploading" className="sr-only" />
          </span>
        )}
      </span>
      <div className="grid gap-2">
        <p id={`${id}-label`} className="text-sm font-medium">
          Picture
        </p>
        <div className="flex flex-wrap gap-2">
          <label
            className={buttonStyle(
              "outline",
              "sm",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring",
            )}
          >
            <ImageUp aria-hidden="true" />
            {shown ? "Change picture" : "Upload a picture"}
            <input
              type="file"
              accept={acceptedImages}
              className="sr-only"
              aria-describedby={`${id}-note`}
              disabled={upload.isPending}
              onChange={(event) => {
                take(event.currentTarget.files?.[0]);
                event.currentTarget.value = "";
              }}
            />
          </label>
          {shown && (
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                setShown(null);
                onChange(null);
              }}
            >
              Remove
            </Button>
          )}
        </div>
        <p
          id={`${id}-note`}
          role={problem ? "alert" : undefined}
          className={
            problem ? "text-sm font-medium text-destructive-soft-foreground" : "text-sm text-muted-foreground"
          }
        >
          {problem || imageHint}
        </p>
      </div>
    </div>
  );
}
