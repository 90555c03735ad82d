import { defineGroup } from '../../command.ts'
import { demoLoad } from './load.ts'

export const demoCommands = defineGroup(
  { name: 'demo', summary: 'A synthetic catalogue to try things with.', examples: ['prospector demo load'] },
  [demoLoad],
)
