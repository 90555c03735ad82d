import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Short files that take long: they wait for processes and deadlines. Where no run has measured it yet, a file's size is taken for its time. */
const long =
  /test\/(faults|billing\/random-life|journeys\/(concurrency|snapshot|search-nodes|webhook-bounds)|browser\/(pages|settings))|commands\/(serve|next-to-import|restore)\.test|threads/

/** What takes long begins first, so that no worker is left with it when the others are done. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project)
    return [...byProject.values()].flatMap((own) => [
      ...own.filter(({ moduleId }) => long.test(moduleId)),
      ...own.filter(({ moduleId }) => !long.test(moduleId)),
    ])
  }
}
