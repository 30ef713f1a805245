import { encode } from "uqr";

/** The address as a QR code: from a paper copy to the page that says whether it is valid. Dark on white in every theme. */
export function CheckCode({ address }: { address: string }) {
  const { data, size } = encode(address, { ecc: "L", border: 2 });
  return (
    <svg
      role="img"
      aria-label="QR code of this certificate's address"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-24 shrink-0 rounded-lg bg-white text-black"
    >
      <path d={data.map(rowPath).join("")} fill="currentColor" />
    </svg>
  );
}

/** The dark modules of a row, neighbours as one rectangle. */
function rowPath(row: readonly boolean[], y: number) {
  const runs = [
    ...row
      .map((dark) => (dark ? "1" : "0"))
      .join("")
      .matchAll(/1+/g),
  ];
  return runs.map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join("");
}
