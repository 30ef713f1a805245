export function forget(work: () => Promise<void>) {
  work();
}
