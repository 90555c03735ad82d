/** Filters by what happened when. How long ago that is, only the evaluation knows: compiled queries are kept. */
import { changeTypes, technologies, technologyKinds } from '../../base/change-types.ts'
import { emailKindOf, emailTypes, exportableEmailStatuses } from '../../base/email-kinds.ts'
import { findTerm } from '../columns/term-dictionary.ts'
import { changeSeparator } from '../schema/feed.ts'
import type { AskedChange } from '../schema/filters.ts'
import { sentenceOf } from '../schema/labels.ts'
import { termsOfType } from '../segments/changes.ts'
import { emailsPath } from '../segments/emails.ts'
import type { Segment } from '../segments/segment.ts'
import type { AskedFilter } from './asked-filters.ts'
import { InvalidFilter, UnknownFilterValue } from './invalid-filters.ts'
import { closedValue, findValue, nearestOf } from './known-values.ts'
import type { OnUnknown } from './unknown-values.ts'

/** A store with any of these changes within `days`. */
export type ChangeWish = { terms: readonly number[]; days: number }

/** A contact with an email of any of these kinds; if there are days, verified within them. */
export type EmailWish = { kinds: readonly number[]; days: number | null }

export function compileChanges(
  segment: Segment,
  path: string,
  asked: readonly AskedChange[],
  onUnknown: OnUnknown,
): ChangeWish[] {
  return asked.map(({ type, value, within_days: days }, at) => {
    const param = `${path}.any[${at}]`
    const known = closedOr(changeTypes, `${param}.type`, type)
    if (value === undefined) return { terms: termsOfType(segment.changes, known), days }
    const list = listByType.get(known)
    if (list === undefined) {
      throw new InvalidFilter(
        `${param}.value`,
        `must be left out: ${known} has no value, only apps and pixels have one`,
      )
    }
    const term = termOf(segment, known, value)
    const isKnown = [...listByType].some(([other, path]) => path === list && termOf(segment, other, value) !== -1)
    if (!isKnown && findValue(segment.fields[list]!.dictionary!, list, value) === -1) {
      onUnknown({ path: list, param: `${param}.value`, value })
    }
    return { terms: term === -1 ? [] : [term], days }
  })
}

/** The filter that lists the values of a type. */
const listByType = new Map<string, string>(
  technologyKinds.flatMap((kind) =>
    [technologies[kind].added, technologies[kind].removed].map((type) => [type, `store.${kind}`] as const),
  ),
)

const termOf = ({ changes }: Segment, type: string, value: string): number =>
  findTerm(changes.dictionary, `${type}${changeSeparator}${value.trim()}`)

/** The three filters of emails must fit one and the same; null when none is asked. */
export function compileEmails(segment: Segment, asked: readonly AskedFilter[]): EmailWish | null {
  let statuses: readonly string[] = exportableEmailStatuses
  let types: readonly string[] = emailTypes
  let days: number | null = null
  let isAsked = false
  for (const { filter, path, value } of asked) {
    if (filter.kind === 'email_any_of') {
      const wanted = (value as string[]).map((one, at) => closedOr(filter.closed, `${path}[${at}]`, one))
      if (filter.part === 'status') statuses = wanted
      else types = wanted
      isAsked = true
    } else if (filter.kind === 'email_within_days') {
      days = value as number
      isAsked = true
    }
  }
  if (!isAsked) return null
  const { dictionary } = segment.fields[emailsPath]!
  const wanted = statuses.flatMap((status) => types.map((type) => findTerm(dictionary!, emailKindOf(status, type))))
  return { kinds: [...new Set(wanted)], days }
}

/** The value of a closed list, in any case or by its label. */
function closedOr(values: readonly string[], param: string, value: string): string {
  const known = closedValue(values, sentenceOf, value)
  if (known === null) throw new UnknownFilterValue(param, value, nearestOf(values, sentenceOf, value))
  return known
}
