import { isolated } from "#contract/isolated.ts";
import { toast } from "#web/ui/toast.ts";

/** Says that an add-on is in the order, or will be as soon as its payment has arrived. */
export function toastAddOnPaid(title: string, status: "PAID" | "PENDING"): void {
  if (status === "PAID")
    return toast({ title: "Upsell Added!", description: `${isolated(title)} has been added to your order.` });
  toast({
    title: "Payment processing",
    description: `${isolated(title)} joins your order as soon as the payment has arrived.`,
  });
}

const key = (paymentIntentId: string) => `openstall:add-on:${paymentIntentId}`;

/** Remembers what is being bought while the browser visits the bank's page. */
export const saveAddOnTitle = (paymentIntentId: string, title: string): void =>
  sessionStorage.setItem(key(paymentIntentId), title);

/** What was being bought; another browser than the one that left does not know. */
export function popAddOnTitle(paymentIntentId: string): string {
  const title = sessionStorage.getItem(key(paymentIntentId));
  sessionStorage.removeItem(key(paymentIntentId));
  return title ?? "Your add-on";
}
