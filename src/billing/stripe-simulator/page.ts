import { type Html, html } from '../../base/html.ts'

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
    <header class="band"><strong>Test mode</strong><span>No money is charged. Do not enter a real card number.</span></header>
    <main>
      ${content}
      <p class="foot">Prospector sandbox payments</p>
    </main>
  </body>
</html>
`.markup
}
