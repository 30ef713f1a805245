import { DoorOpen } from "lucide-react";
import { LinkButton } from "./link-button.tsx";

type Props = {
  link: string;
  title: string;
  what?: "event" | "session";
  /** It begins soon: this is the first thing to do. */
  isMain: boolean;
};

/** The way into an event that takes place online, in a tab of its own: this page is still needed. */
export function JoinEvent({ link, title, what = "event", isMain }: Props) {
  return (
    <LinkButton
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      variant={isMain ? "brand" : "outline"}
      size="lg"
      className="w-full sm:w-auto"
      aria-label={`Join the ${what}: ${title}`}
    >
      <DoorOpen aria-hidden="true" />
      Join the {what}
    </LinkButton>
  );
}

/** Whether an event begins within a day, or nobody has said when. */
export const beginsSoon = ({ eventStartsAt }: { eventStartsAt: string | null }, now: Date): boolean =>
  eventStartsAt === null || Date.parse(eventStartsAt) - now.getTime() < 86_400_000;
