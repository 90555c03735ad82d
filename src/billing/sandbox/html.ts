/** Text that is safe to put into a page. Made only by `html`, which escapes everything else. */
export type Html = { readonly markup: string }

type Piece = Html | Html[] | string | number | null | false

export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Html {
  return { markup: strings.reduce((text, part, at) => text + render(pieces[at - 1]!) + part) }
}

function render(piece: Piece): string {
  if (piece === null || piece === false) return ''
  if (Array.isArray(piece)) return piece.map((one) => one.markup).join('')
  return typeof piece === 'object' ? piece.markup : escaped(String(piece))
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character]!)

/** Every page of the sandbox: the striped band on top says that no money moves here. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · Test mode</title>
    <link rel="stylesheet" href="/sandbox/style.css">
  </head>
  <body>
    <header class="band"><strong>Test mode</strong><span>No money moves. Never type a real card number.</span></header>
    <main>
      ${content}
      <p class="foot">Sandbox payments of Prospector</p>
    </main>
  </body>
</html>
`.markup
}
