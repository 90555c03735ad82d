import { type Html, html } from '../../base/html.ts'

/** Running text in which `backticks` mark code and blank lines part paragraphs. */
export const prose = (text: string): Html[] => text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>`)

export const inline = (text: string): (Html | string)[] =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
