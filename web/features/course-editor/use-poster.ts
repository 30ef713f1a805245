import { maxImageBytes } from "#contract/files/files.ts";
import { errorMessage, isUnauthorized } from "#web/api.ts";
import { uploadText, useImageUpload } from "#web/layout/use-image-upload.ts";
import { toast } from "#web/ui/toast.ts";
import type { Poster } from "./lesson-fields.ts";

/** Sends a picture that is to stand before a video plays; `sending` says how far it is, undefined when none is under way. */
export function usePoster(take: (poster: Poster) => void) {
  const { mutate, isPending, percent } = useImageUpload("poster");
  const upload = (picture: Blob) =>
    mutate(new File([picture], "poster.jpg", { type: picture.type || "image/jpeg" }), {
      onSuccess: ({ id, picture }) => take({ imageId: id, picture }),
      onError: (error) =>
        toast({
          title: "The poster could not be saved",
          description: isUnauthorized(error)
            ? "You are signed out. Sign in again and choose it once more."
            : errorMessage(error, "Please try again."),
          variant: "destructive",
        }),
    });
  return {
    sending: isPending ? uploadText(percent) : undefined,
    send: (picture: Blob) => {
      if (picture.size <= maxImageBytes) return upload(picture);
      toast({ title: "Image too large", description: "Use one of at most 10 MB.", variant: "destructive" });
    },
  };
}
