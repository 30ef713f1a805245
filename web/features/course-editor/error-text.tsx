/** What is wrong with a part that is no Field. */
export function ErrorText({ text }: { text: string }) {
  return (
    <p role="alert" className="text-sm font-medium text-destructive-soft-foreground">
      {text}
    </p>
  );
}
