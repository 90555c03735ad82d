import type { Reply } from '../api/call.ts'

export type Door = Reply<'getCreditHistory'>['data'][number]['door']

/** What a door is called. */
export const doorNames: Record<Door, string> = {
  web: 'Web application',
  api_key: 'API',
  oauth: 'Integration',
  mcp: 'Agent (MCP)',
  operator: 'Operator',
  billing: 'Billing',
  system: 'Prospector',
}
