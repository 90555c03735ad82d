import { Type } from 'typebox'
import packageJson from '../../package.json' with { type: 'json' }
import { readReleaseNotes } from '../base/release-notes.ts'
import { defineOperatorOperation } from './operation.ts'

export const listReleasesOperation = defineOperatorOperation({
  id: 'listReleases',
  method: 'GET',
  path: '/releases',
  summary: 'The version that runs here, and what changed in it and in earlier ones',
  request: {},
  reply: Type.Object({
    version: Type.String(),
    data: Type.Array(Type.Object({ release: Type.String(), changes: Type.Array(Type.String()) })),
  }),
  run: async () => ({ version: packageJson.version, data: await readReleaseNotes('') }),
})
