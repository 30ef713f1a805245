/** Until when a pause of so many months moves the next payment: in UTC; where that month is too short, its last day. */
export function pauseEnd(nextPaymentAt: Date, months: number): Date {
  const moved = new Date(nextPaymentAt);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== nextPaymentAt.getUTCDate()) moved.setUTCDate(0);
  return moved;
}
