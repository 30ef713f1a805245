import { Suspense } from "react";
import { Button } from "#web/ui/button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useStudioParts } from "./studio-parts.ts";

type Props = {
  /** What the picture is: "Cover picture". */
  label: string;
  imageId: string | null;
  onChange: (imageId: string | null) => void;
  /** Cut to the proportions of covers, or shown whole. */
  shape?: "cover" | "whole";
};

/** A picture of the page, chosen by its upload. */
export function PictureChoice({ label, imageId, onChange, shape = "whole" }: Props) {
  const { pictures, addPicture, CoverUpload, PictureUpload } = useStudioParts();
  const Upload = shape === "cover" ? CoverUpload : PictureUpload;
  const picture = imageId === null ? undefined : pictures.get(imageId);
  return (
    <div role="group" aria-label={label} className="grid gap-1.5">
      <p className="text-sm font-medium" aria-hidden="true">
        {label}
      </p>
      {imageId !== null && !picture ? (
        <p className="flex flex-wrap items-center gap-3 text-sm text-muted-foreground">
          This picture is not there any more.
          <Button variant="outline" size="sm" onClick={() => onChange(null)}>
            Choose another
          </Button>
        </p>
      ) : (
        <Suspense fallback={<Skeleton className="h-36 w-full" />}>
          <Upload
            value={imageId !== null && picture ? { id: imageId, picture } : null}
            onChange={(chosen) => {
              if (chosen) addPicture(chosen);
              onChange(chosen?.id ?? null);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
