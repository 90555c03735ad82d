/** Values in the rules of docs/behaviour.md. */

import { billingChoices } from '../../src/base/config.ts'
import { doors } from '../../src/base/doors.ts'
import { emailTypes, exportableEmailStatuses } from '../../src/base/email-kinds.ts'
import { planStatuses } from '../../src/base/plan-statuses.ts'
import { privacyLanguages } from '../../src/base/privacy-settings.ts'
import { limitNames, problemTypes } from '../../src/base/problems.ts'
import { scopes, scopesNotOf } from '../../src/base/scopes.ts'
import { workStatuses } from '../../src/base/work-statuses.ts'
import { phoneTypes } from '../../src/catalog/channels.ts'
import { lineResults } from '../../src/catalog/import/ingest-lines.ts'
import { itemOutcomes as quoteOutcomes } from '../../src/credits/spend-alone.ts'
import { contactFacets } from '../../src/search/schema/filters.ts'
import { contactSorts, storeSorts } from '../../src/search/schema/sorts.ts'
import { evenWithoutAccess } from '../../src/webhooks/deliveries.ts'
import { both, either, listed, type Statement } from './statement.ts'

export const valuesInRules: readonly Statement[] = [
  ['in errors, headers and usage: #;\n  in usage as', listed(limitNames.filter((name) => name !== 'exports_at_once'))],
  ['in every language of the pages (#): `about` on', listed(privacyLanguages)],
  ['The scopes are #. `contacts:reveal` also', both(scopes)],
  ['`type` is one of #.', listed(problemTypes)],
  ["An account's status is #. It has", either(planStatuses)],
  ['`BILLING` decides who takes payments: #. Unset', either(billingChoices)],
  ['Emails with the status # are exportable', either(exportableEmailStatuses)],
  ['Email types are #; phone types #.', listed(emailTypes), listed(phoneTypes)],
  ['for each id\n  #, once per id', either(quoteOutcomes)],
  ['the best email is\n  #, and how many have', either(exportableEmailStatuses)],
  ['and of how many it is # (`email_types`)', either(emailTypes)],
  ['Every entry names its door (#) and', listed(doors)],
  ['set `status` (# or null)', listed(workStatuses)],
  ['suspended, only # are sent', both(evenWithoutAccess)],
  ['Facets of contact search: #; store', listed(contactFacets)],
  ['contacts by #, stores by #; `score` is', either(contactSorts), either(storeSorts)],
  ['operations that need #, `resumeJob`', either(scopesNotOf('agents'))],
  ['reason?}` with\n  #. Lines', either([...lineResults, 'repeated'])],
]
