import { toast } from "#web/ui/toast.ts";

/** Puts a text on the clipboard and says so; `done` is the notification's title. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: done, description: text });
  } catch {
    toast({ title: "Error", description: `Please copy it by hand: ${text}`, variant: "destructive" });
  }
}
