import type {
  IDataObject,
  IHookFunctions,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow'
import { NodeConnectionTypes } from 'n8n-workflow'
import { callProspector, callUnless } from '../call.ts'
import { eventField } from '../event-field.ts'
import { isSigned } from './verify.ts'

/** What n8n keeps for this node: the webhook that it made, and the events that it has handled. */
type Kept = { webhookId?: string; secret?: string; handled?: string[] }

/** Deliveries may come twice; retries come over about three days. */
const handledMax = 500

type Webhook = { id: string; url: string; types: string[] | null; status: string; secret?: string }

export class ProspectorTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Prospector Trigger',
    name: 'prospectorTrigger',
    icon: { light: 'file:../../icons/prospector.svg', dark: 'file:../../icons/prospector.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["types"].join(", ") || "every event"}}',
    description: 'Starts the workflow as soon as something happens in Prospector',
    defaults: { name: 'Prospector Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'prospectorApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName:
          'Prospector must be able to reach this n8n at an https address. Where it can’t, use the Prospector Feed Trigger.',
        name: 'notice',
        type: 'notice',
        default: '',
      },
      eventField,
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept
        if (kept.webhookId === undefined) return false
        const call = { method: 'GET', path: `/webhooks/${kept.webhookId}` } as const
        const found = await callUnless<Webhook>(this, call, 'resource_not_found')
        if (found) {
          const isWanted = found.url === this.getNodeWebhookUrl('default') && found.status === 'enabled'
          if (isWanted && sameTypes(found.types, chosenTypes(this))) return true
          await removeWebhook(this, found.id)
        }
        forget(kept)
        return false
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept
        const body = { url: this.getNodeWebhookUrl('default'), types: chosenTypes(this) } as IDataObject
        const made = await callProspector<Webhook>(this, { method: 'POST', path: '/webhooks', body })
        kept.webhookId = made.id
        kept.secret = made.secret
        return true
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node') as Kept
        if (kept.webhookId !== undefined) await removeWebhook(this, kept.webhookId)
        forget(kept)
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const kept = this.getWorkflowStaticData('node') as Kept
    const request = this.getRequestObject()
    if (!request.rawBody) await request.readRawBody()
    const headers = this.getHeaderData() as Record<string, string | string[] | undefined>
    if (!kept.secret || !isSigned(request.rawBody, headers, kept.secret)) {
      this.getResponseObject().status(401).send('Not signed by Prospector.').end()
      return { noWebhookResponse: true }
    }
    const id = headers['webhook-id'] as string
    if (kept.handled?.includes(id)) return { webhookResponse: 'Handled before.' }
    kept.handled = [...(kept.handled ?? []), id].slice(-handledMax)
    return { workflowData: [this.helpers.returnJsonArray({ id, ...this.getBodyData() })] }
  }
}

const chosenTypes = (context: IHookFunctions): string[] | null => {
  const types = context.getNodeParameter('types', []) as string[]
  return types.length === 0 ? null : types
}

const sameTypes = (one: string[] | null, other: string[] | null): boolean =>
  [...(one ?? [])].sort().join() === [...(other ?? [])].sort().join()

/** One that is gone already, because somebody removed it in Prospector, is as good as removed. */
async function removeWebhook(context: IHookFunctions, id: string): Promise<void> {
  await callUnless(context, { method: 'DELETE', path: `/webhooks/${id}` }, 'resource_not_found')
}

function forget(kept: Kept): void {
  kept.webhookId = undefined
  kept.secret = undefined
  kept.handled = undefined
}
