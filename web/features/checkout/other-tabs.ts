import { useEffect, useRef } from "react";

type Paid = { productId: string; orderReference: string; email: string };

const name = "openstall:paid";

/** Tells this browser's other tabs that a checkout of theirs is over. They ask the server before they believe it. */
export function tellOtherTabs(paid: Paid): void {
  if (typeof BroadcastChannel !== "function") return;
  const channel = new BroadcastChannel(name);
  channel.postMessage(paid);
  channel.close();
}

/** Hears that another tab has paid for this product. */
export function usePaidElsewhere(productId: string, onPaid: (paid: Paid) => void): void {
  const newest = useRef(onPaid);
  useEffect(() => {
    newest.current = onPaid;
  });
  useEffect(() => {
    if (typeof BroadcastChannel !== "function") return;
    const channel = new BroadcastChannel(name);
    channel.addEventListener("message", ({ data }: MessageEvent<Paid>) => {
      if (data.productId === productId) newest.current(data);
    });
    return () => channel.close();
  }, [productId]);
}
