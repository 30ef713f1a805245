import { CalendarPlus } from "lucide-react";
import { getEventCalendar } from "#contract/orders/orders.ts";
import { SaveFileButton } from "./save-file-button.tsx";

type Props = {
  orderId: string;
  /** The line of the order that stands for the event. */
  itemId: string;
  title: string;
  /** What opens the order, where a cookie does not. */
  headers?: Record<string, string>;
  /** It was asked for by the link that led here. */
  atOnce?: boolean;
  /** It is the first thing to do. */
  isMain?: boolean;
};

const noHeaders = {};

/** An event that was bought, as a file that every calendar opens. */
export function AddToCalendar({
  orderId,
  itemId,
  title,
  headers = noHeaders,
  atOnce = false,
  isMain = false,
}: Props) {
  return (
    <SaveFileButton
      url={getEventCalendar.url.replace(":id", orderId).replace(":itemId", itemId)}
      headers={headers}
      fileName="event.ics"
      failure="The calendar file could not be made. Please try again in a moment."
      atOnce={atOnce}
      icon={<CalendarPlus aria-hidden="true" />}
      variant={isMain ? "brand" : "outline"}
      size="lg"
      className="w-full sm:w-auto"
      aria-label={`Add to calendar: ${title}`}
    >
      Add to calendar
    </SaveFileButton>
  );
}
