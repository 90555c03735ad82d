import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow'
import { NodeOperationError, sleep } from 'n8n-workflow'
import { callProspector, callUnless, readList } from '../call.ts'
import { perRequest } from '../limits.ts'
import { gatherValues, inChunks, keyFor, readJson, readSearch } from './read-parameters.ts'

type Run = { context: IExecuteFunctions; index: number }
type Job = IDataObject & { id: string; status: string }

/** Operations that are run for each item. */
const forEachItem: Record<string, (run: Run) => Promise<IDataObject[]>> = {
  'contact search': (run) => search(run, '/contacts/search'),
  'store search': (run) => search(run, '/stores/search'),
  'job get': async (run) => [await getJob(run)],
  'job wait': async (run) => [await waitForJob(run)],
  'job getResults': (run) => {
    const path = `/jobs/${jobIdOf(run)}/results`
    return readList(run.context, limitOf(run), (query) => ({ method: 'GET', path, query, itemIndex: run.index }))
  },
}

/** Operations that take the values of all items together: fewer requests, and one price. */
const forAllItems: Record<string, (context: IExecuteFunctions) => Promise<INodeExecutionData[]>> = {
  'contact quote': quote,
  'contact reveal': reveal,
  'store enrich': enrich,
  'list add': addToList,
  'job create': createJob,
}

export async function runNode(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const name = `${context.getNodeParameter('resource', 0)} ${context.getNodeParameter('operation', 0)}`
  const indexes = [...context.getInputData().keys()]
  const together = forAllItems[name]
  if (together) {
    return together(context).catch((error: Error) => asItem(context, error, indexes))
  }
  const single = forEachItem[name]!
  const output: INodeExecutionData[] = []
  for (const index of indexes) {
    const found = await single({ context, index }).then(
      (replies) => replies.map((json) => ({ json, pairedItem: { item: index } })),
      (error: Error) => asItem(context, error, [index]),
    )
    output.push(...found)
  }
  return output
}

/** With “Continue On Fail”, the next node gets the error. */
function asItem(context: IExecuteFunctions, error: Error, indexes: number[]): INodeExecutionData[] {
  if (!context.continueOnFail()) throw error
  return [{ json: { error: error.message }, pairedItem: indexes.map((item) => ({ item })) }]
}

const limitOf = ({ context, index }: Run): number | null =>
  context.getNodeParameter('returnAll', index, false) ? null : (context.getNodeParameter('limit', index, 50) as number)

type Warning = { message: string }

function search(run: Run, path: string): Promise<IDataObject[]> {
  const { context, index } = run
  const query = readSearch(context, index)
  const warned = new Set<string>()
  return readList(
    context,
    limitOf(run),
    (page) => ({ method: 'POST', path, body: { ...query, ...page }, reads: true, itemIndex: index }),
    (page) => {
      for (const { message } of (page as { warnings?: Warning[] }).warnings ?? []) {
        if (!warned.has(message)) context.addExecutionHints({ message, location: 'outputPane' })
        warned.add(message)
      }
    },
  )
}

const jobIdOf = ({ context, index }: Run): string =>
  encodeURIComponent(String(context.getNodeParameter('jobId', index)).trim())

const getJob = (run: Run): Promise<Job> =>
  callProspector<Job>(run.context, { method: 'GET', path: `/jobs/${jobIdOf(run)}`, itemIndex: run.index })

async function waitForJob(run: Run): Promise<Job> {
  const { context, index } = run
  const endsAt = Date.now() + (context.getNodeParameter('minutes', index, 30) as number) * 60_000
  for (let seconds = 0.25; ; seconds = Math.min(seconds * 1.5, 10)) {
    const job = await getJob(run)
    if (job.status !== 'queued' && job.status !== 'running') return job
    if (Date.now() + seconds * 1_000 > endsAt) {
      throw new NodeOperationError(context.getNode(), `The job ${job.id} is still ${job.status}.`, {
        itemIndex: index,
        description: 'It goes on. Wait for it again, or start a workflow on the event "Job Finished".',
      })
    }
    await sleep(seconds * 1_000)
  }
}

const pairs = (indexes: number[]) => indexes.map((item) => ({ item }))
const everyItem = (context: IExecuteFunctions) => pairs([...context.getInputData().keys()])

function revealOptions(context: IExecuteFunctions): { accept: string[]; reference: string } {
  const { accept, reference } = context.getNodeParameter('options', 0, {}) as { accept?: string[]; reference?: string }
  return { accept: accept ?? [], reference: reference ?? '' }
}

/** A few contacts have a quote with an outcome each; more have the quote of a job. */
async function quote(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const contactIds = [...gatherValues(context, 'contactIds').keys()]
  const { accept, reference } = revealOptions(context)
  const options = { ...(accept.length > 0 && { accept }), ...(reference && { reference }) }
  const body = { contact_ids: contactIds, ...options }
  const json = await (contactIds.length <= perRequest.quoteReveal.contact_ids
    ? callProspector(context, { method: 'POST', path: '/contacts/reveal/quote', body, reads: true })
    : callProspector(context, {
        method: 'POST',
        path: '/jobs',
        body: { kind: 'reveal', ...body, dry_run: true },
        reads: true,
      }))
  return [{ json, pairedItem: everyItem(context) }]
}

type Revealed = {
  data: (IDataObject & { id: string })[]
  unavailable_contact_ids: string[]
  excluded_contact_ids: string[]
}

/** One item for each contact that was asked for, also for those that can't be had: `reveal_status` says which. */
async function reveal(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const asked = gatherValues(context, 'contactIds')
  const { accept, reference } = revealOptions(context)
  const headers = {
    ...(accept.length > 0 && { 'Prospector-Accept': accept.join(', ') }),
    ...(reference && { 'Prospector-Reference': reference }),
  }
  const output: INodeExecutionData[] = []
  for (const ids of inChunks(asked.keys(), perRequest.revealContacts.contact_ids)) {
    const found = await revealChunk(context, ids, headers)
    const outcomes = new Map<string, IDataObject>([
      ...found.unavailable_contact_ids.map((id) => [id, { id, reveal_status: 'unavailable', charged: false }] as const),
      ...found.excluded_contact_ids.map((id) => [id, { id, reveal_status: 'excluded', charged: false }] as const),
      ...found.data.map((contact) => [contact.id, contact] as const),
    ])
    for (const [id, json] of outcomes) output.push({ json, pairedItem: pairs(asked.get(id) ?? []) })
  }
  return output
}

async function revealChunk(context: IExecuteFunctions, ids: string[], headers: IDataObject): Promise<Revealed> {
  const body = { contact_ids: ids }
  const idempotencyKey = keyFor(context, { ...body, ...headers })
  const call = { method: 'POST' as const, path: '/contacts/reveal', body, headers, idempotencyKey }
  const revealed = await callUnless<Revealed>(context, call, 'no_revealable_contacts')
  // None of these can be had. Others may.
  return revealed ?? { data: [], unavailable_contact_ids: ids, excluded_contact_ids: [] }
}

async function enrich(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const asked = gatherValues(context, 'domains')
  const include = context.getNodeParameter('includePreviews', 0, false) ? { include: ['contact_previews'] } : {}
  const output: INodeExecutionData[] = []
  for (const domains of inChunks(asked.keys(), perRequest.enrichStores.domains)) {
    const body = { domains, ...include }
    const call = { method: 'POST' as const, path: '/stores/enrich', body, reads: true }
    const { data } = await callProspector<{ data: (IDataObject & { inputs: string[] })[] }>(context, call)
    for (const json of data) {
      output.push({ json, pairedItem: pairs(json.inputs.flatMap((input) => asked.get(input) ?? [])) })
    }
  }
  return output
}

type Added = IDataObject & { added: number; unavailable_ids: string[] }

async function addToList(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const listId = encodeURIComponent(context.getNodeParameter('listId', 0) as string)
  const all: Added = { added: 0, unavailable_ids: [] }
  for (const ids of inChunks(gatherValues(context, 'ids').keys(), perRequest.addListItems.ids)) {
    // Adding what is there already changes nothing, so it may be tried again.
    const call = { method: 'POST' as const, path: `/lists/${listId}/items`, body: { ids }, reads: true }
    const { added, unavailable_ids: unavailable, ...list } = await callProspector<Added>(context, call)
    Object.assign(all, list, { added: all.added + added, unavailable_ids: [...all.unavailable_ids, ...unavailable] })
  }
  return [{ json: all, pairedItem: everyItem(context) }]
}

async function createJob(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
  const kind = context.getNodeParameter('kind', 0) as 'reveal' | 'revealSearch' | 'enrich' | 'export'
  const options = context.getNodeParameter('jobOptions', 0, {}) as IDataObject
  const bySearch = () => ({ search: readJson(context, 'query', 0), max: context.getNodeParameter('max', 0) as number })
  const what = {
    reveal: () => ({ kind: 'reveal', contact_ids: [...gatherValues(context, 'contactIds').keys()] }),
    revealSearch: () => ({ kind: 'reveal', ...bySearch() }),
    enrich: () => ({ kind: 'enrich', domains: [...gatherValues(context, 'domains').keys()] }),
    export: () => ({ kind: 'export', ...bySearch() }),
  }[kind]()
  const spends = what.kind === 'reveal'
  const body = {
    ...what,
    ...(options.addToListId ? { add_to_list_id: options.addToListId } : {}),
    ...(spends && options.maxCredits !== undefined ? { max_credits: options.maxCredits } : {}),
    ...(spends && options.onShortBalance ? { on_short_balance: options.onShortBalance } : {}),
    ...(spends && options.reference ? { reference: options.reference } : {}),
  } as IDataObject
  const idempotencyKey = keyFor(context, body)
  const json = await callProspector(context, { method: 'POST', path: '/jobs', body, idempotencyKey })
  return [{ json, pairedItem: everyItem(context) }]
}
