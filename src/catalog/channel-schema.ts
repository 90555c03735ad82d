import { Type } from 'typebox'
import { emailStatusMeanings, emailTypeMeanings, emailTypes, exportableEmailStatuses } from '../base/email-kinds.ts'
import { nullableDateTime, oneOf } from '../base/schema.ts'
import { explain } from '../base/words.ts'
import { phoneTypes } from './channels.ts'

export const emailStatusText = `${explain(emailStatusMeanings)} Addresses that were guessed, that belong to a catch-all domain or that bounced are never returned.`
export const emailTypeText = explain(emailTypeMeanings)

export const emailChannel = Type.Object(
  {
    email: Type.String({ description: 'The address.' }),
    status: oneOf<string>(exportableEmailStatuses, { description: emailStatusText }),
    type: oneOf(emailTypes, { description: emailTypeText }),
    is_primary: Type.Boolean({ description: 'The one to use first: exactly one of a list is.' }),
    verified_at: nullableDateTime({ description: 'When the address was last verified; null if unknown.' }),
  },
  { title: 'EmailChannel' },
)

export const phoneChannel = Type.Object(
  {
    phone: Type.String({ description: 'The number as the source has it.' }),
    type: oneOf(phoneTypes, {
      description: '`direct`: the person’s own line. `mobile`. `company`: the switchboard. `other`: unknown.',
    }),
    is_primary: Type.Boolean({ description: 'The one to use first: exactly one of a list is.' }),
  },
  { title: 'PhoneChannel' },
)
