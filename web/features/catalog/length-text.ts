/** How long something takes: "45 min", "2 h", "1 h 5 min". Whole minutes, as begun ones are not over. */
export function lengthText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
