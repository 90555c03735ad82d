import { Type } from 'typebox'
import { emailTypes, exportableEmailStatuses } from '../base/email-kinds.ts'
import { nullableDateTime, oneOf } from '../base/schema.ts'
import { phoneTypes } from './channels.ts'

/** What each status says, in the words of the description; a test holds that none is missing. */
export const emailStatusMeanings =
  '`verified`: a mail server confirmed that the mailbox exists. `matched`: found in a source that names this very person with ' +
  'this address. `found`: found in public together with the store, not confirmed. `reported`: a customer reported that it bounced. Addresses that were guessed, that belong to a ' +
  'catch-all domain or that bounced are never returned.'

export const emailTypeMeanings =
  '`work`: at the company. `personal`: private. `generic`: shared, such as info@. `other`: unknown.'

export const emailChannel = Type.Object(
  {
    email: Type.String({ description: 'The address.' }),
    status: oneOf<string>(exportableEmailStatuses, { description: emailStatusMeanings }),
    type: oneOf(emailTypes, { description: emailTypeMeanings }),
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
