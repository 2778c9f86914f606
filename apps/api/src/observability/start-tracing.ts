import type { Tracing, TracingLog, TracingSettings } from './tracing.ts';

/**
 * Loads the packages of OpenTelemetry, only where the environment configures traces.
 * @param settings null for no traces
 */
export async function startTracing(settings: TracingSettings | null, log: TracingLog): Promise<Tracing | null> {
  if (settings === null) return null;
  const { createTracing } = await import('./open-telemetry.ts');
  return createTracing(settings, log);
}
