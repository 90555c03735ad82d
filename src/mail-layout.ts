import { html } from './html.ts'

/** A mail as its author writes it. */
export type Letter = {
  heading: string
  paragraphs: string[]
  /** The one thing to do next. */
  action?: { label: string; url: string }
  /** Why the person gets this mail. */
  footer: string
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

/** Styles stand at the elements: mail programs drop style sheets. */
function page({ heading, paragraphs, action, footer, unsubscribe }: Letter): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${heading}</title>
  </head>
  <body style="margin:0;padding:24px 16px;background:#fafaf8;color:#191917;${font};font-size:15px;line-height:22px">
    <div style="max-width:560px;margin:0 auto">
      <p style="margin:0 0 16px;font-weight:600">Prospector</p>
      <div style="padding:24px;background:#ffffff;border:1px solid #e7e7e3;border-radius:6px">
        <h1 style="margin:0 0 16px;font-size:18px;line-height:26px;font-weight:600">${heading}</h1>
        ${paragraphs.map((paragraph) => html`<p style="margin:0 0 16px">${paragraph}</p>`)}
        ${action && html`<p style="margin:8px 0 0"><a href="${action.url}" style="display:inline-block;padding:9px 16px;background:#191917;color:#ffffff;border-radius:6px;text-decoration:none">${action.label}</a></p>`}
      </div>
      <p style="margin:16px 0 0;color:#65655f;font-size:13px;line-height:18px">${footer}${unsubscribe && html` <a href="${unsubscribe.url}" style="color:#65655f">${unsubscribe.label}</a>`}</p>
    </div>
  </body>
</html>
`.markup
}
