import { acceptedImages } from "#contract/files/accepted-images.ts";
import { Button } from "#web/ui/button.tsx";
import { FileButton } from "#web/ui/file-button.tsx";
import type { Poster } from "./lesson-fields.ts";
import { usePoster } from "./use-poster.ts";

type Props = {
  /** The language, as people call it. */
  name: string;
  poster: Poster | null;
  onChange: (poster: Poster | null) => void;
};

/** The picture that whoever reads a language sees before the video plays, where it is another than everybody's. */
export function CaptionsPoster({ name, poster, onChange }: Props) {
  const { sending, send } = usePoster(onChange);
  return (
    <>
      {poster && (
        <img
          src={poster.picture.src}
          alt={`Poster in ${name}`}
          width={64}
          height={36}
          className="h-9 w-16 rounded-md object-cover"
        />
      )}
      {sending !== undefined ? (
        <Button variant="outline" size="sm" loading>
          {sending}
        </Button>
      ) : (
        <FileButton
          label={poster ? `Replace its poster` : `Add a poster in ${name}`}
          accept={acceptedImages}
          onFile={send}
        />
      )}
      {poster && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Remove poster in ${name}`}
          onClick={() => onChange(null)}
        >
          Remove poster
        </Button>
      )}
    </>
  );
}
