/** What a membership gives, a line each; nothing where its creator has listed nothing. */
export function BenefitList({
  benefits,
  className = "",
}: {
  benefits: readonly string[];
  className?: string;
}) {
  if (benefits.length === 0) return null;
  return (
    <ul
      dir="auto"
      aria-label="What members get"
      className={`grid list-disc gap-1 ps-5 text-sm marker:text-success ${className}`}
    >
      {benefits.map((benefit) => (
        <li key={benefit} className="break-words">
          {benefit}
        </li>
      ))}
    </ul>
  );
}
