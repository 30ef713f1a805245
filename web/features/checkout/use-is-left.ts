import { useCallback, useEffect, useRef } from "react";

/** Says whether its page was left meanwhile: an answer that comes then must lead nobody away from where they are. */
export function useIsLeft(): () => boolean {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  return useCallback(() => isLeft.current, []);
}
