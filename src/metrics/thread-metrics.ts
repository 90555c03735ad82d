import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

const resolutionMs = 10

/** Heap and event loop of every thread: the default metrics of the process know only those of the main thread. */
export function createThreadMetrics(registers: Registry[]): { look(): void } {
  const heap = new Gauge({
    name: 'prospector_heap_bytes',
    help: 'JavaScript heap in use, all threads together',
    registers,
    aggregator: 'sum',
  })
  const delay = new Gauge({
    name: 'prospector_event_loop_delay_seconds',
    help: 'Event loop delay since the last look, 99th percentile, of the slowest thread',
    registers,
    aggregator: 'max',
  })
  const delays = monitorEventLoopDelay({ resolution: resolutionMs })
  delays.enable()
  return {
    look() {
      heap.set(process.memoryUsage().heapUsed)
      // The histogram records the time between two ticks of a timer, which is its resolution when nothing is in the way.
      const beyondMs = delays.count === 0 ? 0 : delays.percentile(99) / 1e6 - resolutionMs
      delay.set(Math.max(0, beyondMs) / 1_000)
      delays.reset()
    },
  }
}
