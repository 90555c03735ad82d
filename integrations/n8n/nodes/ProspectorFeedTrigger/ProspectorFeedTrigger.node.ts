import type { IDataObject, INodeExecutionData, INodeType, INodeTypeDescription, IPollFunctions } from 'n8n-workflow'
import { NodeConnectionTypes } from 'n8n-workflow'
import { callProspector, callUnless } from '../call.ts'
import { eventField } from '../event-field.ts'
import { limits } from '../limits.ts'

type Event = IDataObject & { sequence: number }
type Feed = { data: Event[]; has_more: boolean; next_after: number; total: number }

/** What n8n keeps for this node: the last event that it has handled. */
type Kept = { after?: number }

/** Of one poll. The rest comes with the next. */
const eventsMax = 1_000

export class ProspectorFeedTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Prospector Feed Trigger',
    name: 'prospectorFeedTrigger',
    icon: { light: 'file:../../icons/prospector.svg', dark: 'file:../../icons/prospector.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["types"].join(", ") || "every event"}}',
    description: 'Asks Prospector regularly what happened. For an n8n that Prospector can’t reach.',
    defaults: { name: 'Prospector Feed Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'prospectorApi', required: true }],
    properties: [eventField],
  }

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    const kept = this.getWorkflowStaticData('node') as Kept
    const types = this.getNodeParameter('types', []) as string[]
    const chosen: IDataObject = types.length === 0 ? {} : { types: types.join(',') }
    if (this.getMode() === 'manual') return toOutput(await readLatest(this, chosen))
    if (kept.after === undefined) {
      kept.after = (await readBounds(this)).newest
      return null
    }
    const events: Event[] = []
    let { after } = kept
    for (let hasMore = true; hasMore && events.length < eventsMax; ) {
      const page = await readAfter(this, after, chosen)
      events.push(...page.data)
      after = page.next_after
      hasMore = page.has_more
    }
    // Not before all of them are here: where a page fails, none is handed on, and the next time begins where this one did.
    kept.after = after
    return toOutput(events)
  }
}

const callFor = (query: IDataObject) => ({ method: 'GET', path: '/events', query }) as const

const readFeed = (caller: IPollFunctions, query: IDataObject): Promise<Feed> =>
  callProspector<Feed>(caller, callFor(query))

/** Numbers have no gaps, so the oldest that is kept and how many there are say which is the newest. */
async function readBounds(caller: IPollFunctions): Promise<{ oldest: number; newest: number }> {
  const { data, total, next_after } = await readFeed(caller, { limit: 1 })
  const oldest = data[0]?.sequence ?? next_after + 1
  return { oldest, newest: oldest + total - 1 }
}

/** Events are not kept forever. A workflow that was off for longer goes on with the oldest. */
async function readAfter(caller: IPollFunctions, after: number, chosen: IDataObject): Promise<Feed> {
  const query = { ...chosen, limit: limits.pageRowsMax }
  const page = await callUnless<Feed>(caller, callFor({ ...query, after }), 'events_expired')
  return page ?? readFeed(caller, { ...query, after: (await readBounds(caller)).oldest - 1 })
}

/** A sample for whoever builds the workflow: what happened last. */
async function readLatest(caller: IPollFunctions, chosen: IDataObject): Promise<Event[]> {
  const { oldest, newest } = await readBounds(caller)
  const { data } = await readFeed(caller, {
    ...chosen,
    after: Math.max(oldest - 1, newest - limits.pageRowsMax),
    limit: limits.pageRowsMax,
  })
  return data.slice(-5)
}

const toOutput = (events: Event[]): INodeExecutionData[][] | null =>
  events.length === 0 ? null : [events.map((json) => ({ json }))]
