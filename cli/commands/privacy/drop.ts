import { InvalidArgumentError } from 'commander'
import { recordCommand } from '../../../src/audit/record.ts'
import { count, minute } from '../../../src/base/words.ts'
import { answerEveryDays, listBatches, listItems, readDropState } from '../../../src/privacy/drop/batches.ts'
import { itemStatuses } from '../../../src/privacy/drop/items.ts'
import {
  amendItem,
  type DropNeeds,
  type DropResult,
  rehearseDrop,
  runDrop,
} from '../../../src/privacy/drop/run-drop.ts'
import { defineCommand, defineGroup, Refused } from '../../command.ts'
import { facts, type ReportOptions, report } from '../../report.ts'
import { type Tools, withDatabase } from '../../with-database.ts'
import { writeEvidence } from './evidence.ts'

const words: Record<string, string> = Object.fromEntries(
  Object.entries(itemStatuses).map(([word, status]) => [status, word]),
)
const codes = Object.keys(words)
const inWords = (statuses: Record<string, number>): string =>
  Object.entries(statuses)
    .map(([status, items]) => `${count(items)} ${words[status] ?? status}`)
    .join(', ') || 'nothing'

const needsOf = ({ database, clock, channelKeys: keys, config }: Tools, path = ''): DropNeeds => {
  const { url, apiKey, sandboxApiKey } = config.drop
  const key = path === '' ? apiKey : sandboxApiKey
  if (key === null)
    throw new Refused(
      `Set ${path === '' ? 'DROP_API_KEY' : 'DROP_SANDBOX_API_KEY'} to the key that the platform gave you.`,
    )
  return { database, clock, keys, platform: { url: `${url}${path}`, apiKey: key } }
}

function reportRun(options: ReportOptions, { state, message, answered }: DropResult): void {
  report(options, { state, message, answered }, `${message}\nAnswered: ${inWords(answered)}.`)
  if (state === 'fault' || state === 'unanswered') process.exitCode = 1
}

const dropRun = defineCommand({
  name: 'run',
  summary: 'Fetch California’s deletion lists, erase whom they name, and answer them.',
  details:
    'A node does this every day when DROP_API_KEY is set. Interrupted, it goes on when it is run again. Erasures can’t be undone.',
  examples: ['prospector privacy drop run', 'prospector privacy drop run --json'],
}).action(async (options: ReportOptions) => {
  const result = await withDatabase(async (tools) => {
    const done = await runDrop(needsOf(tools))
    await recordCommand(tools.database, null, 'privacy.drop_run', { details: { state: done.state } })
    return done
  })
  reportRun(options, result)
})

const dropRehearse = defineCommand({
  name: 'rehearse',
  summary: 'The same against the platform’s sandbox: looks and answers, and neither stores nor erases anything.',
  examples: ['prospector privacy drop rehearse'],
}).action(async (options: ReportOptions) => {
  reportRun(options, await withDatabase((tools) => rehearseDrop(needsOf(tools, '/sandbox'))))
})

const dropStatus = defineCommand({
  name: 'status',
  summary: 'Show when the lists were last answered, when they are due, and what is wrong.',
  examples: ['prospector privacy drop status', 'prospector privacy drop status --json'],
}).action(async (options: ReportOptions) => {
  const { state, batches } = await withDatabase(async ({ database }) => ({
    state: await readDropState(database),
    batches: await listBatches(database),
  }))
  const open = batches.filter(({ reportedAt }) => reportedAt === null)
  const text = state
    ? facts([
        ['last asked', minute(state.askedAt)],
        ['last answered', minute(state.completedAt)],
        ['due', minute(state.dueAt)],
        ['batches', `${count(batches.length)}, ${count(open.length)} open`],
        ['fault', open[0]?.fault ?? state.fault ?? 'none'],
      ])
    : 'The platform was never asked.'
  const document = {
    due_at: state?.dueAt ?? null,
    asked_at: state?.askedAt ?? null,
    completed_at: state?.completedAt ?? null,
  }
  report(options, { ...document, fault: open[0]?.fault ?? state?.fault ?? null, open_batches: open.length }, text)
})

const dropEvidence = defineCommand({
  name: 'evidence',
  summary: 'Write every batch and every answer to a file.',
  details: 'Requests are named by the platform’s own ids; the file names nobody.',
  examples: ['prospector privacy drop evidence --out drop-2026.json'],
})
  .requiredOption('--out <file>', 'where to write it; an existing file is not replaced')
  .action(async (options: ReportOptions & { out: string }) => {
    const document = await withDatabase(async ({ database }) => ({
      batches: await listBatches(database),
      requests: await listItems(database),
    }))
    await writeEvidence(options.out, { written_at: new Date(), ...document })
    const { batches, requests } = document
    report(
      options,
      { file: options.out, requests: requests.length },
      `${count(batches.length)} batches, ${count(requests.length)} requests.`,
    )
  })

const dropAmend = defineCommand({
  name: 'amend',
  summary: 'Correct the answer to one request.',
  details: `Statuses: ${codes.map((code) => `${code} ${words[code]}`).join(', ')}. It changes what the platform knows, and erases nobody.`,
  examples: ['prospector privacy drop amend A7kP2xQ9Lm4R 2'],
})
  .argument('<id>', 'the platform’s id of the request')
  .argument('<status>', `one of ${codes.join(', ')}`, (value: string) => {
    if (codes.includes(value)) return Number(value)
    throw new InvalidArgumentError(`It must be one of ${codes.join(', ')}.`)
  })
  .action(async (id: string, status: number, options: ReportOptions) => {
    const isDone = await withDatabase((tools) =>
      amendItem(needsOf(tools), id, status, (tx) =>
        recordCommand(tx, null, 'privacy.drop_amended', { details: { request: id, answer: words[status] } }),
      ),
    )
    if (!isDone) throw new Refused(`There is no answered request ${id}.`)
    report(options, { id, status }, `${id} is now ${words[status]}.`)
  })

export const privacyDrop = defineGroup(
  {
    name: 'drop',
    summary: 'California’s Delete Request and Opt-out Platform.',
    details: `Data brokers have to work through its lists every ${answerEveryDays} days. Set DROP_API_KEY and a node does it every day.`,
    examples: ['prospector privacy drop status', 'prospector privacy drop run'],
  },
  [dropRun, dropRehearse, dropStatus, dropEvidence, dropAmend],
)
