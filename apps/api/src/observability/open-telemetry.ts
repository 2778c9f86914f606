/** The only file that loads packages of OpenTelemetry; `start-tracing.ts` loads it. */
import { sqlState } from '@nuances/db/postgres/error-codes';
import { summarizeStatement } from '@nuances/db/statement-summary';
import {
  type Context,
  defaultTextMapGetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { AsyncLocalStorage } from 'node:async_hooks';
import { errorCode } from '../errors.ts';
import { instanceId } from './instance-id.ts';
import type { Tracing, TracingLog, TracingSettings } from './tracing.ts';
import { version } from './version.ts';

/** How often an unreachable collector is logged, milliseconds. */
const warnEveryMs = 60_000;
/** How long the end waits for the last spans, milliseconds. */
const stopTimeoutMs = 2_000;
/** Texts of statements whose name is remembered; lists of ids make more texts than are worth it. */
const namesMax = 1_000;

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function createProvider(settings: TracingSettings): TracerProvider {
  const Exporter = settings.protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const url = `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`;
  // No detector of host or process: they record arguments, users and paths.
  const resource = detectResources({ detectors: [envDetector] }).merge(
    resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.version': version,
      'service.instance.id': instanceId,
    }),
  );
  const spanProcessors = [new BatchSpanProcessor({ exporter: new Exporter({ url }) })];
  return new TracerProvider({ resource, sampler: samplerOf(settings), spanProcessors });
}

/** Tells of a collector that is away, now and then. */
function warnOfFailures(log: TracingLog): void {
  let quietUntil = 0;
  const ignored = () => undefined;
  const error = () => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + warnEveryMs;
    log.warn('Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  diag.setLogger(
    { error, warn: ignored, info: ignored, debug: ignored, verbose: ignored },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}

/** Names statements; the same text is read once. */
function createNames(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = summarizeStatement(text);
    if (names.size < namesMax) names.set(text, name);
    return name;
  };
}

/** Nothing of a message: those of drivers and parsers quote values. */
function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

const typeOf = (error: unknown) =>
  sqlState(error) ?? (error instanceof Error ? errorCode(error) : undefined) ?? 'unknown';

/** Traces that go to a collector over OTLP. */
export function createTracing(settings: TracingSettings, log: TracingLog): Tracing {
  warnOfFailures(log);
  const provider = createProvider(settings);
  const tracer = provider.getTracer('nuances', version);
  const propagator = new W3CTraceContextPropagator();
  const nameOf = createNames();
  const active = new AsyncLocalStorage<Context>();
  return {
    begin({ method, route, procedure, traceparent, tracestate }) {
      const carrier = { ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) };
      const parent = propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter);
      const isCall = procedure !== 'none';
      const attributes = {
        'http.request.method': method,
        'http.route': route,
        ...(isCall && { 'rpc.method': procedure }),
      };
      const name = isCall ? procedure : `${method} ${route}`;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
      const context = trace.setSpan(parent, span);
      let hasEnded = false;
      return {
        run: (work) => active.run(context, work),
        end(status) {
          if (hasEnded) return;
          hasEnded = true;
          span.setAttribute('http.response.status_code', status);
          if (status >= 500) markFailed(span, String(status));
          span.end();
        },
      };
    },
    statements(text) {
      const context = active.getStore();
      // Background tasks have metrics instead.
      if (!context) return null;
      const name = nameOf(text);
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': name };
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, context);
      return (error) => {
        if (error !== undefined) markFailed(span, typeOf(error));
        span.end();
      };
    },
    ids() {
      const context = active.getStore();
      const found = context && trace.getSpanContext(context);
      return found ? { trace_id: found.traceId, span_id: found.spanId } : {};
    },
    async stop() {
      const timer = new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), timer]);
    },
  };
}
