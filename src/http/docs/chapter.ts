import type { Html } from '../../base/html.ts'

export type Chapter = { id: string; title: string; body: Html }
