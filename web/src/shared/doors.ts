import type { Reply } from '../api/call.ts'

export type Door = Reply<'getCreditHistory'>['data'][number]['door']

/**
 * What a door is called. Those that spend are the series of the usage chart, from the bottom of a column to its top, in tones of the one
 * colour that means credits.
 */
export const doors: Record<Door, { name: string; series: { label: string; tone: string } | null }> = {
  web: { name: 'Web application', series: { label: 'Web', tone: 'bg-gold' } },
  api_key: { name: 'API', series: { label: 'API', tone: 'bg-gold-ink' } },
  oauth: {
    name: 'Integration',
    series: { label: 'Integrations', tone: 'bg-[color-mix(in_oklab,var(--gold)_50%,var(--surface))]' },
  },
  mcp: {
    name: 'Agent (MCP)',
    series: { label: 'Agents', tone: 'bg-[color-mix(in_oklab,var(--gold-ink)_55%,var(--surface))]' },
  },
  operator: { name: 'Operator', series: null },
  billing: { name: 'Billing', series: null },
  system: { name: 'Prospector', series: null },
}
