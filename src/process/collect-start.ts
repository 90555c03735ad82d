/** V8's own collector, where the command line exposes it, as bin/prospector does for nodes. */
type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Gives back what a start leaves behind, once and in each thread: a heap that grew while modules were loaded would stay that
 * large until it had to grow further.
 */
export function collectStart(): void {
  const { gc } = globalThis as { gc?: Collect }
  gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
