import type {
  IDataObject,
  IExecuteFunctions,
  ILoadOptionsFunctions,
  INodeExecutionData,
  INodePropertyOptions,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow'
import { NodeConnectionTypes } from 'n8n-workflow'
import { readList } from '../call.ts'
import { fields } from './fields.ts'
import { runNode } from './run.ts'

export class Prospector implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Prospector',
    name: 'prospector',
    icon: { light: 'file:../../icons/prospector.svg', dark: 'file:../../icons/prospector.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Find ecommerce stores and the people who work at them, and reveal contacts for credits',
    defaults: { name: 'Prospector' },
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'prospectorApi', required: true }],
    usableAsTool: true,
    properties: fields,
  }

  methods = {
    loadOptions: {
      async getLists(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
        const lists = await readList(this, null, (query) => ({ method: 'GET', path: '/lists', query }))
        return lists.map(({ id, name, kind }: IDataObject) => ({ name: `${name} (${kind})`, value: String(id) }))
      },
    },
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return [await runNode(this)]
  }
}
