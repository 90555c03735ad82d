import { defineGroup } from '../../command.ts'
import { mailPreview } from './preview.ts'

export const mailCommands = defineGroup(
  { name: 'mail', summary: 'The mail that customers get.', examples: ['prospector mail preview --folder /tmp/mail'] },
  [mailPreview],
)
