import { Download } from "lucide-react";
import { useMemo } from "react";
import { encode, renderSVG } from "uqr";
import { LinkButton } from "#web/ui/link-button.tsx";

/** A text as a QR code, dark on white whatever the theme, since cameras expect that; and the way to keep it. */
export function QrPicture({ text, fileName }: { text: string; fileName: string }) {
  const path = useMemo(() => pathOf(text), [text]);
  const file = useMemo(
    () => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(renderSVG(text, { ecc: "M", border: 4 }))}`,
    [text],
  );
  return (
    <div className="grid justify-items-center gap-5">
      <svg
        role="img"
        aria-label={`QR code of ${text}`}
        viewBox={`0 0 ${path.size} ${path.size}`}
        shapeRendering="crispEdges"
        className="w-full max-w-72 rounded-xl bg-white p-2 text-black"
      >
        <path d={path.d} fill="currentColor" />
      </svg>
      <p className="max-w-full truncate text-sm text-muted-foreground">{text}</p>
      <LinkButton href={file} download={fileName} variant="outline">
        <Download aria-hidden="true" /> Download SVG
      </LinkButton>
    </div>
  );
}

/** The dark modules as one path: a unit square for each. */
function pathOf(text: string) {
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size, d: squares.join("") };
}
