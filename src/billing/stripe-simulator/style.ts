/** The same clothes as the web application's, in one small sheet: ink, greys, red for failure, green for success. */
export const style = `
@font-face { font-family: "Inter Variable"; src: url(/assets/inter-latin-wght-normal.woff2) format("woff2"); font-weight: 100 900; font-display: swap; }
:root {
  color-scheme: light dark;
  --ink: #191917; --paper: #ffffff; --ground: #fafaf8; --quiet: #65655f; --line: #e7e7e3; --strong: #d0d0ca;
  --red: #b42318; --red-ground: #fdf0ee; --green: #19714a; --green-ground: #ecf6f0; --band: #3f3f46; --band-stripe: #52525b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #f1f1ee; --paper: #181817; --ground: #121211; --quiet: #9a9a93; --line: #2a2a28; --strong: #403f3c;
    --red: #ff8a7a; --red-ground: #321b18; --green: #6cc796; --green-ground: #17281f;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 14px/20px "Inter Variable", system-ui, sans-serif; font-variant-numeric: tabular-nums; }
.band {
  display: flex; flex-wrap: wrap; gap: 0 12px; justify-content: center; margin: 0; padding: 10px 16px; color: #fff;
  background: repeating-linear-gradient(135deg, var(--band) 0 12px, var(--band-stripe) 12px 24px);
}
main { max-width: 840px; margin: 0 auto; padding: 32px 16px 48px; }
header { margin-bottom: 20px; }
h1 { margin: 0; font-size: 20px; font-weight: 600; }
h2 { margin: 0 0 12px; font-size: 14px; font-weight: 600; }
p { margin: 0 0 12px; }
.quiet, .foot, dt, .hint { color: var(--quiet); }
.quiet { margin: 0; }
.foot { margin: 32px 0 0; font-size: 13px; }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 16px; align-items: start; margin-bottom: 16px; }
.card, .hint { padding: 20px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); }
.card.narrow { max-width: 480px; }
.card p:last-child { margin-bottom: 0; }
.hint { background: none; margin-bottom: 16px; }
.hint h2 { color: var(--ink); }
.hint ul { margin: 0; padding: 0; list-style: none; }
code, .number { font: 13px/1.7 ui-monospace, monospace; color: var(--ink); }
dl { margin: 0; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 6px 0; }
dd { margin: 0; text-align: right; }
dl .sum { margin-top: 6px; padding-top: 12px; border-top: 1px solid var(--line); font-weight: 600; }
dl .sum dt { color: inherit; }
label { display: block; margin-bottom: 12px; font-weight: 500; }
input {
  display: block; width: 100%; margin-top: 4px; padding: 8px 10px; border: 1px solid var(--strong); border-radius: 6px;
  background: var(--paper); color: inherit; font: inherit; font-weight: 400;
}
input::placeholder { color: var(--quiet); opacity: 1; }
input[aria-invalid] { border-color: var(--red); }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
button, a.primary {
  display: inline-block; padding: 8px 14px; border: 1px solid var(--strong); border-radius: 6px; background: var(--paper);
  color: var(--ink); font: inherit; font-weight: 500; text-decoration: none; cursor: pointer;
}
button.primary, a.primary { border-color: var(--ink); background: var(--ink); color: var(--paper); }
a { color: inherit; }
form.card .primary { width: 100%; }
.danger { color: var(--red); }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 12px; }
.notice { padding: 12px 16px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); margin-bottom: 16px; }
.notice.failed, .refusal { border-color: var(--red); background: var(--red-ground); color: var(--red); }
.notice.failed p { color: var(--red); }
.notice.paid { border-color: var(--green); background: var(--green-ground); color: var(--green); }
.refusal { padding: 8px 12px; border: 1px solid; border-radius: 6px; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
`
