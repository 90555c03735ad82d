import { type Html, html } from './html.ts'

/** A mail as its author writes it. */
export type Letter = {
  heading: string
  paragraphs: string[]
  /** The one thing to do next. */
  action?: { label: string; url: string }
  /** Why the person gets this mail. */
  footer: string
  /** Unset: English. */
  language?: string
  /** How to get no more of these. */
  unsubscribe?: { label: string; url: string } | undefined
}

/** The same letter in both parts: plain text that reads well on its own, and HTML without anything to load. */
export function layOut(letter: Letter): { text: string; html: string } {
  const { paragraphs, action, footer, unsubscribe } = letter
  const below = unsubscribe ? `--\n${footer}\n${unsubscribe.label}: ${unsubscribe.url}` : `--\n${footer}`
  const text = [...paragraphs, ...(action ? [`${action.label}: ${action.url}`] : []), below].join('\n\n')
  return { text: `${text}\n`, html: page(letter) }
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** For programs that know the dark mode; the others show the light one, whose styles stand at the elements. */
const darkStyles = html`
      @media (prefers-color-scheme: dark) {
        .page { background: #141413 !important; color: #ececea !important }
        .card { background: #1f1f1d !important; border-color: #383835 !important }
        .small, .small a { color: #a3a39c !important }
        .button { background: #ececea !important; color: #141413 !important }
      }`

/** The line that lists of mails show next to the subject. Without it they would show the name of the product. */
const preview = (text: string): Html => html`<div style="display:none;max-height:0;overflow:hidden">${text}</div>`

/** Styles stand at the elements, and the frame is a table: mail programs drop style sheets, and some know no widths of others. */
function page({ heading, paragraphs, action, footer, unsubscribe, language = 'en' }: Letter): string {
  const frame = html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">`
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <title>${heading}</title>
    <style>${darkStyles}
    </style>
  </head>
  <body class="page" style="margin:0;padding:0;background:#fafaf8;color:#191917;${font};font-size:15px;line-height:22px">
    ${preview(paragraphs[0] ?? heading)}
    ${frame}<tr><td align="center" style="padding:24px 16px">
      <table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;text-align:left">
        <tr><td style="padding:0 0 16px;font-weight:600;${font}">Prospector</td></tr>
        <tr><td class="card" style="padding:24px;background:#ffffff;border:1px solid #e7e7e3;border-radius:6px;${font};font-size:15px;line-height:22px">
          <h1 style="margin:0 0 16px;font-size:18px;line-height:26px;font-weight:600">${heading}</h1>
          ${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
          ${action && html`<p style="margin:24px 0 0"><a href="${action.url}" class="button" style="display:inline-block;padding:10px 16px;background:#191917;color:#ffffff;border-radius:6px;text-decoration:none;font-weight:500">${action.label}</a></p>`}
        </td></tr>
        <tr><td class="small" style="padding:16px 0 0;color:#65655f;${font};font-size:13px;line-height:19px">${footer}${unsubscribe && html` <a href="${unsubscribe.url}" style="color:#65655f">${unsubscribe.label}</a>`}</td></tr>
      </table>
    </td></tr></table>
  </body>
</html>
`.markup
}
