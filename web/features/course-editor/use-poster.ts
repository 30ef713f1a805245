import { useMutation } from "@tanstack/react-query";
import { maxImageBytes, uploadImage } from "#contract/files/files.ts";
import { errorMessage, isUnauthorized, uploadFile } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import type { Poster } from "./lesson-fields.ts";

/** Sends a picture that is to stand before a video plays. */
export function usePoster(take: (poster: Poster) => void) {
  const { mutate, isPending } = useMutation({
    mutationFn: (picture: Blob) => {
      const file = new File([picture], "poster.jpg", { type: picture.type || "image/jpeg" });
      return uploadFile(uploadImage, { querystring: { kind: "poster" }, file });
    },
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
    isSending: isPending,
    send: (picture: Blob) => {
      if (picture.size <= maxImageBytes) return mutate(picture);
      toast({ title: "Image too large", description: "Use one of at most 10 MB.", variant: "destructive" });
    },
  };
}
