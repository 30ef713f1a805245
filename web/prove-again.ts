/** Asks whoever is signed in to prove once more who they are; false where they would rather not. */
type ProveAgain = () => Promise<boolean>;

let shown: ProveAgain | undefined;

/** The signed-in shell says how it is asked for; what is answered takes that back. */
export function showProveAgain(proveAgain: ProveAgain): () => void {
  shown = proveAgain;
  return () => {
    if (shown === proveAgain) shown = undefined;
  };
}

/** True once they have; undefined where nobody could be asked. */
export const proveAgain = (): Promise<boolean> | undefined => shown?.();
