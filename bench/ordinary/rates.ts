import { alternate, perSecond } from '../measure.ts'

const connectionCounts = [1, 16, 64]
const rounds = 3

type Rates = Record<string, number> & { ours: number }

/** For each number of connections: alternating rounds, the median of each. */
export async function compareRates(
  others: string[],
  measure: (name: string, connections: number) => Promise<number>,
): Promise<[number, Rates][]> {
  const measured: [number, Rates][] = []
  for (const connections of connectionCounts) {
    const contenders = Object.fromEntries(['ours', ...others].map((name) => [name, () => measure(name, connections)]))
    measured.push([connections, (await alternate(rounds, contenders)) as Rates])
  }
  return measured
}

export function printRates(what: string, others: string[], measured: [number, Rates][]): void {
  const head = others.map((other) => ` ${other} | ratio |`).join('')
  console.log(`\n| ${what}, connections | ours |${head}\n|---|---|${'---|---|'.repeat(others.length)}`)
  for (const [connections, { ours, ...rates }] of measured) {
    const columns = Object.values(rates).map((rate) => ` ${perSecond(rate)} | ${(ours / rate).toFixed(1)} |`)
    console.log(`| ${connections} | ${perSecond(ours)} |${columns.join('')}`)
  }
}
