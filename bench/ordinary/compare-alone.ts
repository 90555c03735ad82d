import type { ContactQuery } from '../../src/search/schema/filters.ts'
import { milliseconds, perSecond, quantile } from '../measure.ts'
import type { Lucene } from './lucene.ts'
import type { SearchEngine } from './search.ts'

const rounds = 3
/** Java compiles what it runs often, as Node does; both are measured afterwards. */
const warmUpMs = 5_000

type Engines = { ours: SearchEngine; duckdb: SearchEngine | null; lucene: Lucene | null }
type Pass = (withFacet: boolean) => Promise<number[]>

/**
 * The same queries to each engine, one after the other, without HTTP and database: alternating rounds, and Lucene's time taken inside
 * of its own process. Ours and Lucene answer in one thread; DuckDB uses all cores for each query.
 */
export async function compareAlone({ ours, duckdb, lucene }: Engines, queries: ContactQuery[]): Promise<void> {
  const passes: Record<string, Pass> = {
    ours: (withFacet) => timeEach(ours, queries, withFacet),
    ...(duckdb && { DuckDB: (withFacet: boolean) => timeEach(duckdb, queries, withFacet) }),
    ...(lucene && { Lucene: lucene.time }),
  }
  console.log('\n| the engine alone | searches | p50 | p99 | ours is faster by |\n|---|---|---|---|---|')
  for (const withFacet of [false, true]) {
    const times = await measureInTurn(passes, withFacet)
    for (const [name, list] of Object.entries(times)) {
      const what = `${name}, page of 25 and exact total${withFacet ? ', one facet' : ''}`
      const cells = [
        what,
        perSecond(rateOf(list)),
        milliseconds(quantile(list, 0.5)),
        milliseconds(quantile(list, 0.99)),
      ]
      console.log(`| ${[...cells, (rateOf(times.ours!) / rateOf(list)).toFixed(1)].join(' | ')} |`)
    }
  }
}

/** Every query counts with the best of its rounds, so that a pause of the machine does not pass for a slow query. */
async function measureInTurn(passes: Record<string, Pass>, withFacet: boolean): Promise<Record<string, number[]>> {
  const best: Record<string, number[]> = {}
  for (const [name, pass] of Object.entries(passes)) {
    for (const began = performance.now(); performance.now() - began < warmUpMs; ) best[name] = await pass(withFacet)
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, pass] of Object.entries(passes)) {
      const times = await pass(withFacet)
      best[name] = best[name]!.map((time, query) => Math.min(time, times[query]!))
    }
  }
  return best
}

async function timeEach(engine: SearchEngine, queries: ContactQuery[], withFacet: boolean): Promise<number[]> {
  const times: number[] = []
  for (const query of queries) {
    const began = performance.now()
    await engine.find(query, withFacet)
    times.push(performance.now() - began)
  }
  return times
}

const rateOf = (times: number[]): number => (times.length * 1_000) / times.reduce((sum, time) => sum + time, 0)
