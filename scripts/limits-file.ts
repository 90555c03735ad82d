/** Numbers of the server that its clients act on or state: from the description of the API, and from the constants themselves. */
import { auditDays } from '../src/audit/retention.ts'
import { bounceRules } from '../src/base/bounce-rules.ts'
import { lowPercent, trialEndingDays } from '../src/base/bounds.ts'
import { sessionDays } from '../src/base/config.ts'
import { givenNameMax, pageLimitDefault, pageLimitMax } from '../src/base/schema.ts'
import { checkoutMinutes } from '../src/billing/context/link-minutes.ts'
import { topUpCreditsMax } from '../src/billing/update-auto-top-up.ts'
import { bounceCodeLengthMax } from '../src/bounces/report-bounces.ts'
import { itemsMax } from '../src/collections/lists.ts'
import { referenceLengthMax } from '../src/contacts/reveal-options.ts'
import { runDays } from '../src/hubspot/retention.ts'
import { resultDays } from '../src/jobs/job.ts'
import { rowsPerJobMax } from '../src/jobs/job-request.ts'
import { nearLettersMin, typoLettersMin } from '../src/search/columns/words.ts'
import { changeFacetDays } from '../src/search/query/change-facet.ts'
import { changesPerSearchMax, daysMax, listItemsMax, valueLengthMax } from '../src/search/request-schema.ts'
import { passwordLength } from '../src/sign-in/passwords.ts'
import { previewDays } from '../src/watches/recent-news.ts'
import { matchDays } from '../src/watches/retention.ts'
import { replyWithinMs, retries } from '../src/webhooks/attempts.ts'
import { deliveryDays } from '../src/webhooks/retention.ts'
import { oldSecretHours } from '../src/webhooks/webhooks.ts'
import { noteLengthMax, tagLengthMax } from '../src/work/work-schema.ts'
import { type ApiDescription, operationsOf, resolved, type Schema } from './api-types.ts'

const pages = { pageRowsMax: pageLimitMax, pageRowsDefault: pageLimitDefault }

export const n8nLimits = { ...pages, rowsPerJobMax }

export const webLimits = {
  ...pages,
  nameLengthMax: givenNameMax,
  referenceLengthMax,
  listItemsMax: itemsMax,
  rowsPerJobMax,
  jobResultDays: resultDays,
  searchDaysMax: daysMax,
  valuesPerFilterMax: listItemsMax,
  valueLengthMax,
  changesPerSearchMax,
  typoLettersMin,
  nearLettersMin,
  changeFacetDays,
  watchPreviewDays: previewDays,
  watchMatchDays: matchDays,
  tagLengthMax,
  noteLengthMax,
  lowPercent,
  trialEndingDays,
  checkoutMinutes,
  topUpCreditsMax,
  bounceReportDays: bounceRules.reportWithinDays,
  bounceCodeLengthMax,
  passwordLengthMin: passwordLength.min,
  sessionDays: sessionDays.max,
  auditDays,
  hubspotRunDays: runDays,
  webhookReplySeconds: replyWithinMs / 1_000,
  webhookRetries: retries.times,
  webhookDeliveryDays: deliveryDays,
  webhookOldSecretHours: oldSecretHours,
}

/** `limits` as given, and `perRequest`: how many items a list takes, by operation and field. */
export function renderLimits(limits: Record<string, number>, descriptions: readonly unknown[]): string {
  return [
    '// Made by "npm run generate" from the constants of the server and the description of its API. Do not edit.',
    '',
    'export const limits = {',
    ...Object.entries(limits).map(([name, value]) => `  ${name}: ${written(value)},`),
    '} as const',
    '',
    '/** How many items one request takes, by operation and field. */',
    'export const perRequest = {',
    ...descriptions.flatMap((description) => linesOf(description as ApiDescription)),
    '} as const',
    '',
  ].join('\n')
}

function linesOf(description: ApiDescription): string[] {
  const { schemas } = description.components
  return operationsOf('', description).flatMap(({ id, bodySchema }) => {
    const { properties = {} } = resolved(bodySchema ?? {}, schemas) as { properties?: Record<string, Schema> }
    const lists = Object.entries(properties).flatMap(([name, schema]) => {
      const { maxItems } = resolved(schema, schemas)
      return typeof maxItems === 'number' ? [`${name}: ${written(maxItems)}`] : []
    })
    return lists.length > 0 ? [`  ${id}: { ${lists.join(', ')} },`] : []
  })
}

const written = (value: number): string => value.toLocaleString('en-US').replaceAll(',', '_')
