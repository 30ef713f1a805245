import { Share2 } from "lucide-react";
import { useCourseVisit } from "#web/features/player/course-visit.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

/** Copies the course's public link. */
export function ShareButton() {
  const { shareLink } = useCourseVisit();
  return (
    <Button variant="ghost" onClick={() => void share(shareLink)} className="max-sm:px-3">
      <Share2 aria-hidden="true" />
      <span className="max-sm:sr-only">Share</span>
    </Button>
  );
}

async function share(link: string) {
  try {
    await navigator.clipboard.writeText(link);
    toast({ title: "Link copied", description: "The course link is ready to paste." });
  } catch {
    // Without leave to write to the clipboard, the link can still be selected by hand.
    toast({ title: "Copy this link", description: link });
  }
}
