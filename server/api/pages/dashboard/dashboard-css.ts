/** Style of the dashboard of an add-on, which is wider than the other pages. */
export const dashboardCss = `
main.wide { max-width: 62rem; }
.wide .hint { margin: .1rem 0; }
.wide h2 { margin: 0; }
.wide section { margin-top: 2rem; }
.wide .top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; }
.wide form { margin: 0; }
.wide button, .wide a.button { display: inline-block; width: auto; min-height: 44px; margin: 0; padding: .35rem .9rem; color: var(--accent);
  background: transparent; border: 1px solid var(--line); border-radius: 8px; font-size: .925rem; }
.wide .done { margin: 0 0 1rem; padding: .6rem .9rem; color: var(--good); background: var(--good-ground); border: 1px solid; border-radius: 8px; }
.meters { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: 1rem 2rem; margin: 1.25rem 0 0; }
.meters div { min-width: 0; }
.meters dt { font-weight: 600; }
.meters dd { margin: 0; font-variant-numeric: tabular-nums; }
meter { display: block; width: 100%; height: .8rem; margin: .35rem 0 .2rem; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); }
meter::-webkit-meter-bar { height: 100%; border: 0; border-radius: 6px; background: var(--ground); }
meter::-webkit-meter-optimum-value { background: var(--accent); border-radius: 6px; }
meter::-webkit-meter-suboptimum-value { background: var(--warning); border-radius: 6px; }
meter::-webkit-meter-even-less-good-value { background: var(--wrong); border-radius: 6px; }
meter:-moz-meter-optimum::-moz-meter-bar { background: var(--accent); }
meter:-moz-meter-sub-optimum::-moz-meter-bar { background: var(--warning); }
meter:-moz-meter-sub-sub-optimum::-moz-meter-bar { background: var(--wrong); }
.scroll { margin-top: .5rem; overflow-x: auto; }
.scroll table { font-size: .925rem; overflow-wrap: normal; }
.scroll th { color: var(--muted); font-weight: 600; white-space: nowrap; }
.scroll td { vertical-align: middle; font-variant-numeric: tabular-nums; }
.scroll td.text { min-width: 16rem; overflow-wrap: anywhere; }
.scroll .figure { padding-left: 1rem; text-align: right; white-space: nowrap; }
.facts { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .25rem 1rem; margin: .5rem 0 0; }
.facts dt { color: var(--muted); }
.facts dd { margin: 0; min-width: 0; }
`
