import { Type } from 'typebox'
import { exclusionEntriesMax, exclusionsMax } from '../base/bounds.ts'
import { problems } from '../base/problems.ts'
import { nullableDateTime, oneOf } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { storeExclusion } from '../catalog/exclusions/exclusions.ts'
import {
  type ExclusionNeeds,
  exampleExclusionReply,
  exclusionEntries,
  exclusionParams,
  exclusionReply,
  readEntries,
  renderExclusion,
} from './exclusion-schema.ts'

export const putExclusion = defineOperation({
  id: 'putExclusion',
  method: 'PUT',
  path: '/exclusions/{label}',
  summary: 'Exclude people and stores',
  description:
    'Makes an exclusion list, or changes one. Searches leave out whom it names, and reveals neither return nor charge them, unless ' +
    'you ask for that. It holds for contacts that come later, too. What the account has revealed already stays readable.',
  scope: 'lists:write',
  changes: true,
  meter: 'own',
  takesLargeBody: true,
  request: {
    params: exclusionParams,
    body: Type.Object(
      {
        entries: exclusionEntries,
        mode: Type.Optional(
          oneOf(['add', 'replace'], {
            default: 'add',
            description: '`add`: on top of what is there. `replace`: the list then holds these entries and no others.',
          }),
        ),
        expires_at: Type.Optional(
          nullableDateTime({
            description:
              'When the list ends: it is deleted within a minute, and whom no other list names is found again. Null: never. ' +
              'Left out, what the list has stays.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  },
  reply: exclusionReply,
  problems: ['too_many_exclusions'],
  example: {
    summary: 'Three customers',
    request: {
      entries: [
        { email: 'maya@northwind-candles.example' },
        { domain: 'harbour-tea.example' },
        { email_sha256: '5b1a1b2e7f3a4f6a2f0d0b6b5a1d9c8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a3b2c' },
      ],
    },
    reply: exampleExclusionReply,
  },

  async run({ principal, params, body }, { database, clock, channelKeys }: ExclusionNeeds) {
    const { entries, mode = 'add', expires_at: end } = body
    const expiresAt = typeof end === 'string' ? new Date(end) : end
    if (expiresAt && expiresAt <= clock.now()) {
      throw problems.invalidRequest('expires_at', 'expires_at must be in the future.')
    }
    const draft = { label: params.label, entries: readEntries(entries, channelKeys), mode, expiresAt }
    const made = await storeExclusion(database, clock, channelKeys, principal.account.id, draft)
    if (!made) throw problems.tooManyExclusions(exclusionEntriesMax, exclusionsMax)
    return renderExclusion(made)
  },
})
