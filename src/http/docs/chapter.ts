import type { Html } from '../../html.ts'

export type Chapter = { id: string; title: string; body: Html }
