import { classNames } from "./class-names.ts";

/** A bar that fills up; `value` runs from 0 to `max` (100 unless told). Native, so it needs no style attribute. */
export function Progress({
  value,
  max = 100,
  label,
  className,
}: {
  value: number;
  max?: number;
  label: string;
  className?: string;
}) {
  return (
    <progress
      value={Math.min(Math.max(value, 0), max)}
      max={max}
      aria-label={label}
      className={classNames(
        "block h-2 w-full appearance-none overflow-hidden rounded-full bg-secondary [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-brand [&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-300",
        className,
      )}
    />
  );
}
