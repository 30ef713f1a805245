import { useMutation } from "@tanstack/react-query";
import { maxImageBytes, uploadImage } from "#contract/files/files.ts";
import { errorMessage, isUnauthorized, uploadFile } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";
import type { LessonSession } from "./lesson-session.ts";

/** Sends a picture and makes it the poster of a lesson's video. */
export function usePoster(session: LessonSession) {
  const { mutate, isPending } = useMutation({
    mutationFn: (picture: Blob) => {
      const file = new File([picture], "poster.jpg", { type: picture.type || "image/jpeg" });
      return uploadFile(uploadImage, { querystring: { kind: "poster" }, file });
    },
    onSuccess: ({ id, picture }) => {
      session.change({ poster: { imageId: id, picture } });
      void session.flush();
    },
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
