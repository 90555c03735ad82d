import { defineGroup } from '../../command.ts'
import { sourceList } from './list.ts'
import { sourceSet } from './set.ts'

export const sourceCommands = defineGroup(
  {
    name: 'source',
    summary: 'Where the catalogue comes from.',
    examples: ['prospector source list', "prospector source set crawler --label 'Our crawler' --max-age-days 365"],
  },
  [sourceList, sourceSet],
)
