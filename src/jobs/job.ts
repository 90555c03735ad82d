import { type Static, Type } from 'typebox'
import { jobKinds, jobStatuses } from '../base/job-states.ts'
import { count, dateTime, nullableDateTime, nullableInteger, nullableString, oneOf } from '../base/schema.ts'

export type JobKind = (typeof jobKinds)[number]
type JobStatus = (typeof jobStatuses)[number]

/** Why a job stopped before its end. Resuming it helps once the cause is gone; the maximum of a job stays what it was. */
const stopReasons = [
  'insufficient_contact_credits',
  'credit_limit_reached',
  'max_credits_reached',
  'search_rows_used_up',
  'no_longer_allowed',
  'paused',
] as const
export type StopReason = (typeof stopReasons)[number]

/** The outcomes of an input, by kind of job. `yields`: there is something to show in the results and to put into the job's list. */
const outcomes = {
  newly_revealed: { of: 'reveal', yields: true },
  already_revealed: { of: 'reveal', yields: true },
  excluded: { of: 'reveal', yields: false },
  unavailable: { of: 'reveal', yields: false },
  no_match: { of: 'reveal', yields: false },
  found: { of: 'enrich', yields: true },
  not_found: { of: 'enrich', yields: false },
  exported: { of: 'export', yields: true },
} as const satisfies Record<string, { of: JobKind; yields: boolean }>
export type Outcome = keyof typeof outcomes
export type OutcomeOf<Kind extends JobKind> = {
  [One in Outcome]: (typeof outcomes)[One]['of'] extends Kind ? One : never
}[Outcome]

export const outcomesOf = <Kind extends JobKind>(kind: Kind): OutcomeOf<Kind>[] =>
  (Object.keys(outcomes) as Outcome[]).filter((one): one is OutcomeOf<Kind> => outcomes[one].of === kind)

export const hasYielded = (outcome: Outcome | null): boolean => outcome !== null && outcomes[outcome].yields

/** How long results and the job itself are kept after its end. */
export const resultDays = 30

export type JobRow = {
  id: string
  kind: JobKind
  status: JobStatus
  stopReason: StopReason | null
  total: number
  done: number
  counts: Partial<Record<Outcome, number>>
  spent: number
  maxCredits: number | null
  listId: string | null
  createdBy: string
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
  expiresAt: Date | null
}

type JobCounts = { total: number; done: number } & JobRow['counts']

const countOf = (outcome: Outcome) => count({ description: `Inputs with the outcome \`${outcome}\`.` })

export const job = Type.Object(
  {
    id: Type.String({ pattern: '^job_[A-Za-z0-9]{16,}$', description: 'Names the job.' }),
    object: Type.Literal('job'),
    kind: oneOf(jobKinds, { description: 'What it does with each input.' }),
    status: oneOf(jobStatuses, { description: 'A stopped job can be resumed; a cancelled or failed one can’t.' }),
    stop_reason: nullableString({
      enum: [...stopReasons, null],
      description:
        'Why it stopped: credits, a credit limit, `max_credits` or search rows were used up, its maker lost the right to go on, or somebody paused it.',
    }),
    error: Type.Union(
      [
        Type.Object({
          code: Type.Literal('job_failed', { description: 'What went wrong, for programs.' }),
          message: Type.String({ description: 'What went wrong, and what to do.' }),
        }),
        Type.Null(),
      ],
      { description: 'Why it failed; null unless it has.' },
    ),
    counts: Type.Unsafe<JobCounts>(
      Type.Object(
        {
          total: count({ description: 'Inputs in all.' }),
          done: count({ description: 'Inputs that have an outcome.' }),
          ...Object.fromEntries(jobKinds.flatMap(outcomesOf).map((one) => [one, Type.Optional(countOf(one))])),
        },
        { description: 'How far it is, and how many inputs had each outcome.' },
      ),
    ),
    credits: Type.Object(
      {
        spent: count({ description: 'Credits that it has spent so far.' }),
        max: nullableInteger({ description: '`max_credits` as given.' }),
      },
      { description: 'What it costs.' },
    ),
    list_id: nullableString({
      description:
        'The list that it adds to: `add_to_list_id` as given; null if that is a private list of somebody else.',
    }),
    created_by: Type.String({ description: 'The member, key or connection that made it, or resumed it last.' }),
    created_at: dateTime({ description: 'When it was made.' }),
    started_at: nullableDateTime({ description: 'When its first input was worked on.' }),
    ended_at: nullableDateTime({ description: 'When it finished, stopped, failed or was cancelled.' }),
    expires_at: nullableDateTime({
      description: `When the job and its results are deleted: ${resultDays} days after its end.`,
    }),
  },
  { title: 'Job' },
)

export const jobParams = Type.Object({
  job_id: Type.String({ minLength: 1, maxLength: 40, description: 'The id of the job.' }),
})

const failure = ({ done }: JobRow): string =>
  `The job failed several times in a row after input ${done}. What was done until then is kept and nothing more is charged. ` +
  'Create another job for the rest; if that fails, too, contact support with the id of this one.'

export const toJob = (row: JobRow): Static<typeof job> => ({
  id: row.id,
  object: 'job' as const,
  kind: row.kind,
  status: row.status,
  stop_reason: row.stopReason,
  error: row.status === 'failed' ? { code: 'job_failed' as const, message: failure(row) } : null,
  counts: { total: row.total, done: row.done, ...row.counts },
  credits: { spent: row.spent, max: row.maxCredits },
  list_id: row.listId,
  created_by: row.createdBy,
  created_at: row.createdAt.toISOString(),
  started_at: row.startedAt?.toISOString() ?? null,
  ended_at: row.endedAt?.toISOString() ?? null,
  expires_at: row.expiresAt?.toISOString() ?? null,
})

export const jobExample: Static<typeof job> = {
  id: 'job_7Hq2LmXv9sKd4TzB1cWn',
  object: 'job',
  kind: 'reveal',
  status: 'running',
  stop_reason: null,
  error: null,
  counts: { total: 500, done: 120, newly_revealed: 96, already_revealed: 21, unavailable: 3 },
  credits: { spent: 96, max: 400 },
  list_id: 'lst_4Jd82mQpLx0aRt5VbN7c',
  created_by: 'key_9Lf03oSrNz2cTv7XdQ9e',
  created_at: '2026-03-02T09:30:00.000Z',
  started_at: '2026-03-02T09:30:01.000Z',
  ended_at: null,
  expires_at: null,
}
