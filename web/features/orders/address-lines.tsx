/** Where something is shipped, as it stands on a parcel. */
export function AddressLines({ address: { lines } }: { address: { lines: string[] } }) {
  return (
    <address className="wrap-anywhere not-italic">
      {lines.map((line, place) => (
        <span dir="auto" key={`${place} ${line}`} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
