import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../base/html.ts'

type Page = {
  title: string
  body: Html
  status?: number
  /** Where a form may lead besides our own pages: browsers hold redirects after a form to this list too. */
  formTargets?: string[]
  /** Unset: English. */
  language?: string
  /** In whose name the page speaks. Unset: the product's. */
  brand?: string
  /** Below the card. */
  footer?: Html
  /** Instead of the card: a page of full width under this header, with these styles after the common ones. */
  wide?: { header: Html; styles: string }
}

/** No script at all, no frame, nothing from elsewhere. */
export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  const { title, body, status = 200, formTargets = [], language = 'en', brand = 'Prospector', footer, wide } = page
  const nonce = randomBytes(16).toString('base64')
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "font-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  const document = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${brand}</title>
<style nonce="${nonce}">${{ markup: wide ? styles + wide.styles : styles }}</style>
</head>
${
  wide
    ? html`<body class="wide">${wide.header}<main id="main">${body}</main>${footer}</body>`
    : html`<body><main><p class="brand">${brand}</p>${body}</main>${footer}</body>`
}
</html>`
  return reply
    .status(status)
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'X-Frame-Options': 'DENY',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    })
    .send(document.markup)
}

/** The web application's tokens: ink for text and the main button, greys for structure, gold for credits and nothing else. */
const styles = `
@font-face { font-family: "Inter Variable"; src: url(/assets/inter-latin-wght-normal.woff2) format("woff2"); font-weight: 100 900; font-display: swap; }
:root { --ink: #191917; --paper: #fff; --ground: #fafaf8; --grey: #65655f; --line: #e7e7e3; --strong: #d0d0ca; --gold: #765400; --gold-ground: #fbf4df; --red: #b42318; --on-ink: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1f1ee; --paper: #181817; --ground: #121211; --grey: #9a9a93; --line: #2a2a28; --strong: #403f3c; --gold: #ecc766; --gold-ground: #2c2718; --red: #ff8a7a; --on-ink: #161615; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--ground); color: var(--ink);
  font: 14px/20px "Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { width: 100%; max-width: 420px; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 32px; }
.brand { margin: 0 0 24px; font-weight: 600; letter-spacing: -0.01em; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 28px; font-weight: 600; letter-spacing: -0.01em; }
p { margin: 0 0 16px; } .quiet { color: var(--grey); }
label { display: block; margin: 0 0 16px; font-weight: 500; }
input, textarea { display: block; width: 100%; margin-top: 4px; padding: 8px 12px; font: inherit; color: inherit; background: var(--paper);
  border: 1px solid var(--strong); border-radius: 6px; font-weight: 400; font-variant-numeric: tabular-nums; }
input::placeholder { color: var(--grey); opacity: 1; }
input:focus-visible, textarea:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
button { width: 100%; padding: 9px 12px; font: inherit; font-weight: 500; border-radius: 6px; border: 1px solid var(--ink); background: var(--ink); color: var(--on-ink); cursor: pointer; }
button.second { background: transparent; color: inherit; border-color: var(--strong); margin-top: 8px; }
a { color: inherit; } .below { margin: 16px 0 0; color: var(--grey); }
.alert { margin: 0 0 16px; padding: 8px 12px; border: 1px solid var(--red); border-radius: 6px; color: var(--red); }
ul { list-style: none; margin: 0 0 16px; padding: 0; border: 1px solid var(--line); border-radius: 6px; }
li { padding: 10px 12px; } li + li { border-top: 1px solid var(--line); }
li.spends { background: var(--gold-ground); color: var(--gold); font-weight: 500; } li.spends small { display: block; font-weight: 400; font-size: 13px; }
h2 { margin: 24px 0 4px; font-size: 15px; line-height: 22px; font-weight: 600; }
.hint { margin-top: -12px; } li small { display: block; color: var(--grey); font-size: 13px; }
body:has(.languages) { align-content: center; gap: 16px; } .languages { color: var(--grey); text-align: center; } .languages > * { margin: 0 6px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 16px; } dt { color: var(--grey); } dd { margin: 0; overflow-wrap: anywhere; }
`
