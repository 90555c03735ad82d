import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** It takes longer than any other file. */
const longest = /browser\/every-run/

/** Short files that take long: they wait for processes and deadlines. Where no run has measured it yet, a file's size is taken for its time. */
const long =
  /test\/(faults|billing\/random-life|journeys\/(concurrency|snapshot|search-nodes|webhook-bounds)|browser\/(pages|settings))|commands\/(serve|next-to-import|restore)\.test|threads/

const rank = ({ moduleId }: TestSpecification): number => (longest.test(moduleId) ? 0 : long.test(moduleId) ? 1 : 2)

/** What takes long begins first, so that no worker is left with it when the others are done. A worker stays with a project until it has no file left. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
    return [...Map.groupBy(sorted, ({ project }) => project).values()].flat()
  }
}
