import { Card } from "#web/ui/card.tsx";
import type { Order } from "./use-order.ts";

/** What the seller says to whoever has bought this; nothing where that is nothing. */
export function ThanksNotes({ order }: { order: Order }) {
  const notes = new Set(order.orderItems.flatMap(({ thanksNote }) => (thanksNote ? [thanksNote] : [])));
  if (notes.size === 0) return null;
  return (
    <Card className="p-5 sm:p-6">
      <h2 className="text-base font-semibold">
        A note from <bdi>{order.creator.name}</bdi>
      </h2>
      {[...notes].map((note) => (
        <p dir="auto" key={note} className="mt-2 text-sm wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      ))}
    </Card>
  );
}
