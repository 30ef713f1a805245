import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "#web/api.ts";
import { toast } from "#web/ui/toast.ts";

/** A press that changes what is kept about a lesson: a second one while it is under way does nothing, a failure is said. */
export function useLessonChange(change: () => Promise<unknown>) {
  const { isPending, mutate } = useMutation({
    mutationFn: change,
    onError: (error) =>
      toast({
        title: "Error",
        description: errorMessage(error, "Please check your connection and try again."),
        variant: "destructive",
      }),
  });
  return { "aria-busy": isPending || undefined, onClick: () => void (isPending || mutate()) };
}
