/** What the console adds to the tokens and elements of the other plain pages (`pages/layout.ts`). */
export const consoleStyles = `
:root { --green: #1a7f37; --amber: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --green: #6fcf87; --amber: #ecb75a; } }
body.wide { display: block; place-items: normal; padding: 0; }
.wide main { max-width: 1280px; margin: 0 auto; padding: 24px 16px 64px; background: none; border: 0; }
.skip { position: absolute; left: -9999px; } .skip:focus { left: 8px; top: 8px; background: var(--paper); padding: 8px; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 20px; padding: 10px 16px; background: var(--paper); border-bottom: 1px solid var(--line); }
.bar .brand { margin: 0; } .bar nav { display: flex; flex-wrap: wrap; gap: 4px 4px; flex: 1 1 auto; }
.bar nav a { padding: 6px 8px; border-radius: 6px; text-decoration: none; color: var(--grey); }
.bar nav a[aria-current] { color: var(--ink); background: var(--ground); font-weight: 500; }
.bar nav a:hover { color: var(--ink); }
.bar form { display: flex; align-items: center; gap: 12px; margin-left: auto; }
.wide button { width: auto; } .wide button.second { margin-top: 0; } .wide button.danger { background: transparent; color: var(--red); border-color: var(--red); }
.bar button { padding: 5px 10px; }
.wide h1 { margin-bottom: 16px; overflow-wrap: anywhere; } .wide h2 { margin: 32px 0 8px; }
.wide .sub { margin: -12px 0 16px; color: var(--grey); overflow-wrap: anywhere; }
.table { overflow-x: auto; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; margin: 0 0 16px; }
.table:focus-visible, summary:focus-visible, select:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 8px 12px; text-align: left; vertical-align: top; } th { color: var(--grey); font-weight: 500; white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); } td.number, th.number { text-align: right; white-space: nowrap; } td.keep, td time { white-space: nowrap; }
td form { display: inline; } td button { padding: 3px 8px; }
.mono { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 12px; overflow-wrap: anywhere; } td .mono { white-space: nowrap; }
.empty { padding: 16px; color: var(--grey); background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 200px), 1fr)); gap: 12px; margin: 0 0 16px; padding: 0; border: 0; }
.cards li { padding: 12px 16px; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
.cards strong { display: block; font-size: 20px; line-height: 28px; font-weight: 600; font-variant-numeric: tabular-nums; }
.state { white-space: nowrap; } .state.ok { color: var(--green); } .state.warning { color: var(--amber); } .state.error { color: var(--red); font-weight: 500; }
.gold { color: var(--gold); } .wide .alert { white-space: pre-line; overflow-wrap: anywhere; }
.done { margin: 0 0 16px; padding: 8px 12px; border: 1px solid var(--green); border-radius: 6px; color: var(--green); }
.find { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin: 0 0 16px; } .wide .find label { flex: 1 1 240px; margin: 0; max-width: 520px; }
.acts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr)); gap: 12px; align-items: start; margin: 0 0 16px; }
details { background: var(--paper); border: 1px solid var(--line); border-radius: 6px; } summary { padding: 10px 16px; font-weight: 500; cursor: pointer; }
details form { padding: 8px 16px 16px; } .wide label { margin-bottom: 12px; } .wide form.plain { max-width: 420px; }
textarea { display: block; width: 100%; margin-top: 4px; padding: 8px 12px; color: inherit; background: var(--paper); border: 1px solid var(--strong); border-radius: 6px; } .wide form.plain:has(textarea) { max-width: none; }
select { display: block; width: 100%; margin-top: 4px; padding: 8px 12px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--strong); border-radius: 6px; }
.wide dl { grid-template-columns: minmax(120px, max-content) 1fr; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 12px 16px; }
.steps { list-style: disc; padding-left: 20px; border: 0; } .steps li { padding: 3px 0; border: 0; overflow-wrap: anywhere; } .wide h3 { margin: 12px 0 4px; font-size: 13px; color: var(--grey); }
fieldset { margin: 0 0 12px; padding: 0; border: 0; } legend { padding: 0; margin: 0 0 8px; } label.box { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; } .box input { width: auto; margin: 0; }
.codes { columns: 2; font-family: ui-monospace, Menlo, Consolas, monospace; padding: 12px 16px; background: var(--paper); } .codes li { border: 0; padding: 2px 0; }
`
