const { context, propagation, trace } = require('@opentelemetry/api')
const { AsyncLocalStorageContextManager } = require('@opentelemetry/context-async-hooks')
const { W3CTraceContextPropagator } = require('@opentelemetry/core')
const { OTLPTraceExporter } = require('@opentelemetry/exporter-trace-otlp-http')
const { registerInstrumentations } = require('@opentelemetry/instrumentation')
const { HttpInstrumentation } = require('@opentelemetry/instrumentation-http')
const { detectResources, envDetector } = require('@opentelemetry/resources')
const { BatchSpanProcessor, TracerProvider } = require('@opentelemetry/sdk-trace')

// The exporter and the resource read their settings from the variables that begin with OTEL_.
const provider = new TracerProvider({
  resource: detectResources({ detectors: [envDetector] }),
  spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
})
context.setGlobalContextManager(new AsyncLocalStorageContextManager())
propagation.setGlobalPropagator(new W3CTraceContextPropagator())
trace.setGlobalTracerProvider(provider)
registerInstrumentations({ instrumentations: [new HttpInstrumentation()] })

// What waits to be sent is sent before the process ends.
process.once('beforeExit', () => provider.shutdown().catch(console.error))
