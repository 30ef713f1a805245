/**
 * A block of data for search engines or the browser: JSON-LD, speculation rules. Never a program: our content security
 * policy would refuse one. `<` is written as an escape, so no text can end the block.
 */
export function DataScript({
  type,
  data,
}: {
  type: "application/ld+json" | "speculationrules";
  data: unknown;
}) {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c");
  return <script type={type} dangerouslySetInnerHTML={{ __html: json }} />;
}
