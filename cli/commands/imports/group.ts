import { defineGroup } from '../../command.ts'
import { importsList } from './list.ts'
import { importsRejects } from './rejects.ts'
import { importsShow } from './show.ts'
import { importsUndo } from './undo.ts'

export const importsCommands = defineGroup(
  {
    name: 'imports',
    summary: 'Imports that were made, what they did not take, and undoing the last one.',
    examples: ['prospector imports list', 'prospector imports show 12', 'prospector imports undo 12'],
  },
  [importsList, importsShow, importsRejects, importsUndo],
)
