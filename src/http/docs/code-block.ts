import { type Html, html } from '../../base/html.ts'

export type Language = 'curl' | 'TypeScript' | 'Python'

export function codeBlock(title: string, note: string, text: string): Html {
  return html`<figure class="code"><figcaption><span>${title}</span> <span class="note">${note}</span>
    <button type="button" class="copy" hidden>Copy</button></figcaption>
    <pre tabindex="0"><code>${text}</code></pre></figure>`
}

/** The same in several languages. The page's script shows one of them, which the reader chooses; without it all are there. */
export const inLanguages = (title: string, texts: Partial<Record<Language, string>>): Html =>
  html`<div class="languages">${Object.entries(texts).map(
    ([language, text]) => html`<div data-language="${language}">${codeBlock(title, language, text)}</div>`,
  )}</div>`
