import { toast } from "#web/ui/toast.ts";

export const unexpected = "An unexpected error occurred";

/** Says that a payment failed, and why where that is known. */
export const toastPaymentFailed = (reason?: string | null): void =>
  toast({
    title: "Payment Failed",
    description: reason ?? unexpected,
    variant: "destructive",
  });
