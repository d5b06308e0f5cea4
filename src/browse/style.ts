import { html } from '../kernel/markup.ts'

/** The only style there is. Every text has a contrast of 4.5 and every control's edge one of 3, in both schemes. */
export const style = html`<style>
:root { color-scheme: light dark; --page: #f3f6f5; --card: #fff; --text: #1d2530; --quiet: #5a6472; --line: #dde2e8;
  --edge: #7f8a98; --accent: #0f5e57; --soft: #e3f1ee; --good: #1b6e45; --bad: #a8261c; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --page: #11151a; --card: #191f26; --text: #e3e8ee; --quiet: #9aa6b4;
  --line: #2b343e; --edge: #6f7c8b; --accent: #7fd1c4; --soft: #17352e; --good: #7fd0a4; --bad: #ff9b90; --on-accent:
  #0c1a24 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
header > div, main { max-width: 88rem; margin: 0 auto; padding: 0 clamp(.9rem, 3vw, 2rem) }
header > div { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: 0 1.5rem }
header p { margin: 0; padding: .4rem 0 }
header { background: var(--card); border-bottom: 1px solid var(--line) }
header ol { display: flex; flex-wrap: wrap; gap: .1rem .5rem; margin: 0; padding: .75rem 0; list-style: none }
[aria-current='page'] { color: var(--text); text-decoration: none; font-weight: 600 }
header li + li::before { content: '/'; color: var(--quiet); margin-right: .5rem }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: .9rem; padding-top: 1.6rem; padding-bottom: 4rem }
h1 { margin: 0; font-size: 1.6rem; line-height: 1.2; letter-spacing: -.01em; overflow-wrap: anywhere }
h2 { margin: .6rem 0 0; font-size: 1.15rem; line-height: 1.3 }
p { margin: .2rem 0 0; max-width: 70ch }
a { color: var(--accent); text-underline-offset: .15em; text-decoration-thickness: 1px }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px }
.quiet { color: var(--quiet); font-weight: 400 }
.unseen, .skip:not(:focus) { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap }
.skip { position: absolute; left: 1rem; top: .4rem; padding: .4rem .8rem; background: var(--card); z-index: 2 }
.card, .scroll { background: var(--card); border: 1px solid var(--line); border-radius: 8px }
.card > summary { padding: .65rem 1rem; font-weight: 600 }
.card > .scroll { border-width: 1px 0 0; border-radius: 0 0 8px 8px }
details > p, .empty { padding: .65rem 1rem; margin: 0; max-width: none }
details > p { border-top: 1px solid var(--line) }
summary { cursor: pointer }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem .5rem; margin: 0; padding: 0; list-style: none }
.views { gap: .5rem 1.8rem }
.pager { justify-content: flex-end; font-variant-numeric: tabular-nums }
.pager > span { margin-right: auto; font-weight: 600 }
.option, .chip, .button, button { display: inline-block; padding: .2rem .7rem; border: 1px solid var(--line);
  border-radius: 99px;
  background: var(--card); color: var(--accent); font: inherit; text-decoration: none; overflow-wrap: anywhere }
.button, button { border-color: var(--edge); border-radius: 6px; cursor: pointer }
.option[aria-current], .chip { background: var(--soft); border-color: var(--accent); color: var(--text) }
.option:hover, .chip:hover, .button:hover, button:hover { border-color: var(--accent); text-decoration: underline }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); padding: .45rem 1.1rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: max-content; min-width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .5rem .9rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); max-width:
  26rem }
tbody tr:last-child > * { border-bottom: 0 }
thead th { color: var(--quiet); font-size: .85rem; white-space: nowrap }
th:first-child { position: sticky; left: 0; background: var(--card); font-weight: 600; white-space: nowrap;
  box-shadow: 1px 0 var(--line) }
tbody tr:hover > * { background: var(--page) }
tbody tr:target > * { background: var(--soft) }
td time, td a { white-space: nowrap }
.yes { color: var(--good); font-weight: 600 }
.text { white-space: pre-line; overflow-wrap: anywhere }
td .text { overflow-wrap: break-word }
.fold > summary { color: var(--accent); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width:
  24rem }
.fold[open] > summary { margin-bottom: .3rem }
dl, ul { margin: 0; padding: 0; list-style: none }
dd { margin: 0; min-width: 0; overflow-wrap: anywhere }
dt { color: var(--quiet); overflow-wrap: anywhere }
dl > div { display: grid; grid-template-columns: minmax(6rem, max-content) minmax(0, 1fr); gap: 0 .9rem; padding:
  .1rem 0 }
td dl > div { grid-template-columns: max-content minmax(0, 1fr) }
dd dl { border-left: 3px solid var(--line); padding-left: .8rem }
.record > dl > div { grid-template-columns: 15rem minmax(0, 1fr); padding: .55rem 1rem; border-bottom: 1px solid
  var(--line) }
.record > dl > div:last-child { border-bottom: 0 }
.filters { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem 1.6rem;
  padding: .2rem 1rem 1rem }
fieldset { border: 0; border-top: 1px solid var(--line); margin: 0; padding: .4rem 0 0; min-width: 0 }
legend { font-weight: 600; padding: 0 .6rem 0 0; overflow-wrap: anywhere }
fieldset > div { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: .5rem; align-items: center; padding:
  .15rem 0 }
fieldset .unseen ~ * { grid-column: 1 / -1 }
form.card > .filters { padding-top: .8rem }
.apply { position: sticky; bottom: 0; padding: .65rem 1rem; max-width: none; background: var(--card); border-top: 1px
  solid var(--line); border-radius: 0 0 8px 8px }
.apply > * { padding: .3rem 1.1rem }
.index { padding: .3rem 1rem .6rem }
.index > div { grid-template-columns: 15rem minmax(0, 1fr); padding: .25rem 0 }
section > h2 { padding: .65rem 1rem 0; font-size: 1.05rem }
.sign-in { padding: 1rem; display: grid; grid-template-columns: max-content 8rem max-content; gap: .5rem .8rem;
  align-items: center }
.sign-in p { grid-column: 1 / -1; margin: 0 }
.wrong { color: var(--bad) }
.whole { user-select: all }
pre.whole { white-space: pre-wrap; overflow-wrap: anywhere }
.error code { overflow-wrap: anywhere }
label { color: var(--quiet) }
input, select { width: 100%; min-height: 2.1rem; padding: .2rem .5rem; border: 1px solid var(--edge); border-radius:
  6px;
  background: var(--card); color: var(--text); font: inherit }
::placeholder { color: var(--quiet); opacity: 1 }
pre { margin: 0; padding: 1rem; border-top: 1px solid var(--line); overflow-x: auto; font: 13px/1.5 ui-monospace,
  monospace }
.error { width: min(100%, 40rem); padding: clamp(1.2rem, 5vw, 2rem); display: grid; gap: 1rem; margin: 6vh auto 0 }
.error p { margin: 0 }
.error li { padding: .5rem .8rem; border-left: 3px solid var(--bad); background: var(--page); overflow-wrap: anywhere }
.error li + li { margin-top: .5rem }
code { font: .93em ui-monospace, monospace; font-weight: 600 }
@media (max-width: 40rem) { .record > dl > div, .index > div { grid-template-columns: minmax(0, 1fr) } .sign-in
  { grid-template-columns: minmax(0, 1fr) } th, td { padding: .45rem
  .7rem } .pager > span { flex-basis: 100% } }
</style>`
