/** Readiness and liveness. They count under no limit. */
const healthChecks: ReadonlySet<string | undefined> = new Set(['/api/health', '/api/health/live']);

/** Whether a route is a health check. */
export function isHealthCheck(path: string | undefined): boolean {
  return healthChecks.has(path);
}
