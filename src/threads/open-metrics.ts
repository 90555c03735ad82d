import type { Config } from '../base/config.ts'
import type { Metrics } from '../metrics/metrics.ts'

type OpenMetrics = {
  metrics: Metrics
  /** On METRICS_PORT. */
  serve(text: () => Promise<string>): Promise<unknown>
}

/** Null, and nothing of it is loaded, unless METRICS_PORT is set. */
export async function openMetrics(
  { metricsPort }: Pick<Config, 'metricsPort'>,
  options: { ofWholeNode?: boolean } = {},
): Promise<OpenMetrics | null> {
  if (metricsPort === null) return null
  const { createMetrics, serveMetrics } = await import('../metrics/metrics.ts')
  return { metrics: createMetrics(options), serve: (text) => serveMetrics(text, metricsPort) }
}
