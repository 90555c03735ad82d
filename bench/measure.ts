/** Runs `work` from `concurrency` loops for about `seconds`, and says how many went through a second. */
export async function throughput(
  concurrency: number,
  seconds: number,
  work: (loop: number) => Promise<unknown>,
): Promise<number> {
  const start = performance.now()
  const end = start + seconds * 1_000
  let done = 0
  await Promise.all(
    Array.from({ length: concurrency }, async (_, loop) => {
      while (performance.now() < end) {
        await work(loop)
        done += 1
      }
    }),
  )
  return (done * 1_000) / (performance.now() - start)
}

/** Milliseconds of one call after the other. */
export async function latencies(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const measured: number[] = []
  for (let at = 0; at < count; at += 1) {
    const start = performance.now()
    await work()
    measured.push(performance.now() - start)
  }
  return measured
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

export const median = (values: number[]): number => quantile(values, 0.5)

/** Alternates the contenders, so that a slow minute of the machine hits them alike, and keeps each one's median. */
export async function alternate<Name extends string>(
  rounds: number,
  contenders: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(contenders) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await contenders[name]())
  }
  return Object.fromEntries(names.map((name) => [name, median(results[name])])) as Record<Name, number>
}

export function report(title: string, rows: [string, string][]): void {
  console.log(`\n${title}`)
  const width = Math.max(...rows.map(([label]) => label.length))
  for (const [label, value] of rows) console.log(`  ${label.padEnd(width)}  ${value}`)
}

export const perSecond = (rate: number): string => `${Math.round(rate).toLocaleString('en')} /s`
export const milliseconds = (value: number): string => `${value.toFixed(3)} ms`

export const target = (ratio: number, bound: number, kind: 'at least' | 'at most'): string => {
  const met = kind === 'at least' ? ratio >= bound : ratio <= bound
  return `${ratio.toFixed(2)} (target: ${kind} ${bound}) ${met ? '✓' : '✗'}`
}
