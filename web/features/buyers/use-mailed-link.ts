import { useEffect, useState } from "react";

/**
 * The token of the mailed link that led here (`#link=…`), which reached no server; it leaves the address bar at once.
 * `drop` forgets it.
 */
export function useMailedLink(): [token: string | undefined, drop: () => void] {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const take = () => {
      const found = new URLSearchParams(location.hash.slice(1)).get("link");
      if (!found) return;
      setToken(found);
      history.replaceState(history.state, "", location.pathname + location.search);
    };
    take();
    // A second link, opened in the same tab, changes nothing but the fragment.
    addEventListener("hashchange", take);
    return () => removeEventListener("hashchange", take);
  }, []);
  return [token, () => setToken(undefined)];
}
