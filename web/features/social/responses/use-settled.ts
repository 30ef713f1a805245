import { useEffect, useState } from "react";

/** A value once it has not changed for a moment: what is asked while somebody types. Give it values that compare by `===`. */
export function useSettled<Value>(value: Value, afterMs = 350): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return settled;
}
