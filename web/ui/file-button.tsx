import { buttonStyle } from "#web/ui/button-style.ts";

type Props = { label: string; accept: string; onFile: (file: File) => void };

/** A button that lets one file be chosen. */
export function FileButton({ label, accept, onFile }: Props) {
  return (
    <label
      className={buttonStyle(
        "outline",
        "sm",
        "relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring",
      )}
    >
      {label}
      <input
        type="file"
        className="sr-only"
        accept={accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = "";
        }}
      />
    </label>
  );
}
