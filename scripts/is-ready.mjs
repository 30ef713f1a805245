/** Exits with 0 where this machine's web process can serve: the health check of the image. */
const port = process.env["PORT"] || "3000";
const isReady = await fetch(`http://127.0.0.1:${port}/api/ready`).then(
  ({ ok }) => ok,
  () => false,
);
process.exitCode = isReady ? 0 : 1;
