/** What traces of requests are made of, without the packages that make them: `start-tracing.ts` loads those. */
import type { StatementObserver } from '@nuances/db/postgres/observe-statements';

/** How the part of all traces that is recorded is chosen, by the names of OpenTelemetry. */
export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
/** The forms in which traces are sent, by the names of OpenTelemetry. */
export const traceProtocols = ['http/protobuf', 'http/json'] as const;

export interface TracingSettings {
  /** Of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly protocol: (typeof traceProtocols)[number];
  readonly serviceName: string;
  readonly sampler: (typeof samplerNames)[number];
  /** The part of all traces for the samplers by ratio, 0 to 1. */
  readonly ratio: number;
}

/** Attributes of a request's span: nothing that a person has sent. */
export interface TracedRequest {
  readonly method: string;
  /** A pattern, never an address. */
  readonly route: string;
  /** Such as `notes.create`; `none` for anything but a call of the API. */
  readonly procedure: string;
  /** The trace that the caller has begun (W3C Trace Context), if any. */
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
}

export interface RequestSpan {
  /** Statements and log lines of what is run here belong to the span. */
  run<Result>(work: () => Result): Result;
  /** Only the first call counts. */
  end(status: number): void;
}

export interface Tracing {
  begin(request: TracedRequest): RequestSpan;
  /** A span for each statement of a request. */
  readonly statements: StatementObserver;
  /** For log lines: the span under way, and its trace. */
  ids(): { readonly trace_id?: string; readonly span_id?: string };
  /** Sends what waits. Never rejects; takes a few seconds at most. */
  stop(): Promise<void>;
}

/** The part of the logger that is used here. */
export interface TracingLog {
  warn(message: string): void;
}
