import { Type } from 'typebox'
import { nullableString } from '../base/schema.ts'

export const searchWarnings = Type.Array(
  Type.Object(
    {
      param: Type.String({ description: 'Where the value stands, for example `store.apps.any[0]`.' }),
      value: Type.String({ description: 'The value as it was sent.' }),
      message: Type.String({ description: 'What it means for the result, in a sentence.' }),
      nearest: nullableString({
        description: 'The value of the catalogue that was probably meant; null when none is near.',
      }),
    },
    { title: 'SearchWarning' },
  ),
  { description: 'Values that the catalogue does not hold. They match nothing, and under `none` everything.' },
)
