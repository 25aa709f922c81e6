/** The style sheet of the experiment's page. Up to eight arms have colours of their own. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c1d22; --dim: #5d6070; --paper: #fcfcfa; --rule: #dcdce2;
  --arm0: #1f5fbf; --arm1: #c2481c; --arm2: #2a7f4f; --arm3: #8a3f9e; --arm4: #9a6b00; --arm5: #007f8c;
  --arm6: #b0305f; --arm7: #5c5c66; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ec; --dim: #a3a6b4; --paper: #16171b; --rule: #34363f;
  --arm0: #7db0ff; --arm1: #ff9a6e; --arm2: #74cf9c; --arm3: #d79be8; --arm4: #e0b95c; --arm5: #66c7d2;
  --arm6: #f08cb2; --arm7: #b4b4be; } }
body { margin: 0 auto; max-width: 1100px; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.note { color: var(--dim); } svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; }
.scroll { overflow-x: auto; } th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid var(--rule); }
th:first-child, td:first-child, th.name, td.name { text-align: left; } th { font-weight: 600; }
.better { color: var(--arm2); font-weight: 600; } .worse { color: var(--arm1); font-weight: 600; }
.grid { stroke: var(--rule); } .axis { stroke: var(--dim); } .tick { fill: var(--dim); font-size: 12px; }
.end { text-anchor: end; } .middle { text-anchor: middle; } .legend { list-style: none; padding: 0; display: flex;
  flex-wrap: wrap; gap: .3rem 1.2rem; margin: .3rem 0; } .swatch { display: inline-block; width: 1.4em; height: .25em;
  margin-right: .4em; vertical-align: middle; } .curve { fill: none; stroke-width: 2.5; } .band { opacity: .15; }
${Array.from({ length: 8 }, (_, index) => `.arm-${index} { stroke: var(--arm${index}); } .fill-${index} { fill: var(--arm${index}); background: var(--arm${index}); }`).join('\n')}
.narrow { display: none; } @media (max-width: 640px) { .wide { display: none; } .narrow { display: block; } }
`;
