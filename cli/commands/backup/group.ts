import { backupList } from './list.ts'
import { backupPrune } from './prune.ts'
import { backupRun } from './run.ts'
import { backupVerify } from './verify.ts'
import { backupCommand } from './write.ts'

export const backupCommands = [backupRun, backupList, backupVerify, backupPrune].reduce(
  (group, verb) => group.addCommand(verb),
  backupCommand,
)
